import type { ContentComponents } from '../api/content.ts';
import { lookUp } from '../shared/records.ts';
import { suggestName } from '../shared/suggest-name.ts';
import type { ContentMistake } from './content-problem.ts';
import type { ElementNode, MarkdownNode } from './content-tree.ts';
import { componentNameOf, DEFAULTS, type Directive, type DirectiveProps } from './directive.ts';

type Props = Readonly<Record<string, unknown>>;

/** What renders a container or a leaf: a component, or an element by its name. */
interface Rendering {
  readonly name: string;
  readonly props: Props;
  /** Before its content. */
  readonly first?: MarkdownNode;
}

/** @returns `undefined` if there is neither a component for it nor a default */
export function findRendering(components: ContentComponents, directive: Directive): Rendering | undefined {
  const { kind, name, props } = directive;
  const own = componentNameOf(name);
  if (own !== undefined && lookUp(components, own) !== undefined) return { name: own, props };
  if (kind === 'leaf' || !DEFAULTS.has(name)) return undefined;
  if (name === 'details') return detailsOf(props);
  if (lookUp(components, 'Callout') !== undefined) return { name: 'Callout', props: { ...props, kind: name } };
  return quoteOf(props, own ?? name);
}

function detailsOf({ title, open, ...props }: DirectiveProps): Rendering {
  const summary = typeof title === 'string' && { first: elementOf('summary', textNode(title)) };
  return { name: 'details', props: { ...forElement(props), ...(open && { open: true }) }, ...summary };
}

/** Without `Callout`, as a quote: its title is the word that the author wrote. */
function quoteOf({ title, ...props }: DirectiveProps, word: string): Rendering {
  const label = elementOf('strong', textNode(typeof title === 'string' ? title : word));
  return { name: 'blockquote', props: forElement(props), first: elementOf('p', label) };
}

/** Other attributes are for components: in HTML they could have any effect. */
function forElement({ id, className }: DirectiveProps): Props {
  return { ...(id !== undefined && { id }), ...(className !== undefined && { className }) };
}

function elementOf(tagName: string, child: MarkdownNode): ElementNode {
  return { type: 'element', tagName, properties: {}, children: [child] };
}

function textNode(value: string): MarkdownNode {
  return { type: 'text', value };
}

/** @returns the component for code in a language, by its name */
export function fenceComponent(components: ContentComponents, language: string): string | undefined {
  const name = componentNameOf(language);
  return name !== undefined && lookUp(components, name) !== undefined ? name : undefined;
}

/** @param written `:::tabs`, `::video`. @param names of all components */
export function describeUnknown(written: string, names: readonly string[]): Pick<ContentMistake, 'message' | 'hint'> {
  const component = componentNameOf(written.replace(/^:+/, '')) ?? written;
  const known = names.filter((one) => /^\p{Lu}/u.test(one)).toSorted();
  const similar = suggestName(component, known);
  const advice = `add \`${component}\` to \`components\` in templates/markdown.tsx`;
  const others = known.length === 0 ? '' : `, which has ${known.join(', ')}`;
  const text = written.startsWith(':::') ? '' : `, or write \`\\${written}\` for text`;
  return {
    message: `There is no component for \`${written}\`.`,
    hint: similar === undefined ? `${advice}${others}${text}` : `did you mean ${similar}? Otherwise ${advice}${text}`,
  };
}

export function writtenForm({ kind, name }: Pick<Directive, 'kind' | 'name'>): string {
  return `${kind === 'leaf' ? '::' : ':::'}${name}`;
}
