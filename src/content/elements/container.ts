/** Containers, in Markdown and MDX: `:::note[Title]{#id .class key=value}` … `:::`. The component of that name renders them. */
import type { ElementType, ReactNode } from 'react';
import type { ContentComponents } from '../../api/content.ts';
import type { JsxRuntime } from '../../react/jsx-runtime.ts';
import { lookUp } from '../../shared/records.ts';
import { suggestName } from '../../shared/suggest-name.ts';
import type { ContentMistake } from '../content-problem.ts';
import { RESERVED } from '../code/fence.ts';

/** Attributes with the address of a file, as in links and images. */
export const ADDRESSES: readonly string[] = ['href', 'poster', 'src'];

/** A component's name is one of JavaScript. */
export const NAME = String.raw`\p{ID_Start}[\p{ID_Continue}-]*`;

const IS_NAME = new RegExp(`^${NAME}$`, 'u');

/**
 * @returns the component for a container, or for the language of a fence; `undefined` for a language such as `c++`
 *
 * @example
 * componentNameOf('code-group') // 'CodeGroup'
 */
export function componentNameOf(name: string): string | undefined {
  if (!IS_NAME.test(name)) return undefined;
  const words = name.split(/[-_]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join('');
}

type Attributes = Readonly<Record<string, string | true>>;

interface Container {
  /** The name of its component. */
  readonly tagName: string;
  readonly properties: Record<string, string | true>;
}

/**
 * @param attributes an empty text is that of one without a value
 * @param title without marks, so that components can use it in attributes
 */
export function readContainer(name: string, attributes: Attributes, title: string): Container | ContentMistake {
  const lower = name.toLowerCase();
  const tagName = componentNameOf(KINDS.has(lower) || lower === 'details' ? lower : name);
  if (tagName === undefined) return { message: `\`${name}\` cannot be the name of a container.` };
  const reserved = Object.keys(attributes).find((one) => RESERVED.test(one) && !/^(?:id|class|className)$/.test(one));
  if (reserved !== undefined) {
    const message = `\`${reserved}\` cannot be an attribute of \`${name}\`.`;
    return { message, hint: 'remove it, or choose another name' };
  }
  const { class: ofHtml, className = ofHtml, ...others } = attributes;
  const named = Object.entries(others).map(([key, value]) => [key, value === '' ? true : value] as const);
  const properties = {
    ...Object.fromEntries(named),
    ...(className !== undefined && { className }),
    ...(title !== '' && { title }),
  };
  return { tagName, properties };
}

export function describeOpen(name: string, colons: string): ContentMistake {
  const hint = `write a line \`${colons}\` below its content, on the same level, and more colons at a container around it`;
  return { message: `The container \`:::${name}\` does not end.`, hint };
}

export const STRAY: ContentMistake = {
  message: 'This line neither begins nor ends a container.',
  hint: 'begin one with `:::name[Title]{key=value}`, and give a container around others more colons; for text, write `\\:::`',
};

/** Those that `Callout` renders, unless there is a component of their name. */
const KINDS = new Set(['caution', 'danger', 'important', 'info', 'note', 'tip', 'warning']);

type Props = Readonly<Record<string, string | true | undefined>> & { readonly children?: ReactNode };

/** @returns the components of a site with those that render `Callout`, `:::note` and `:::details` without them */
export function withDefaults(components: ContentComponents, { jsx, jsxs }: JsxRuntime): ContentComponents {
  const typeOf = (name: string) => (lookUp(components, name) ?? lookUp(defaults, name) ?? name) as ElementType;
  const create = (name: string, props: object) => jsx(typeOf(name), { ...props });
  const defaults: Readonly<Record<string, (props: Props) => ReactNode>> = {
    /** A quote whose title is the word that the author wrote. */
    Callout: ({ kind, title = componentNameOf(String(kind)), children, ...props }) => {
      const label = create('p', { children: create('strong', { children: title }) });
      return jsxs(typeOf('blockquote'), { ...forElement(props), children: [label, children] });
    },
    Details: ({ title, open, children, ...props }) => {
      const summary = title === undefined ? null : create('summary', { children: title });
      return jsxs(typeOf('details'), {
        ...forElement(props),
        ...(open && { open: true }),
        children: [summary, children],
      });
    },
  };
  const kinds = Array.from(KINDS, (kind) => [
    componentNameOf(kind),
    (props: Props) => create('Callout', { ...props, kind }),
  ]);
  return { ...defaults, ...Object.fromEntries(kinds), ...components } as ContentComponents;
}

/** Other attributes are for components: in HTML they could have any effect. */
function forElement({ id, className }: Props) {
  return { ...(id !== undefined && { id }), ...(className !== undefined && { className }) };
}

/** @returns the component for code in a language, by its name */
export function fenceComponent(components: ContentComponents, language: string): string | undefined {
  const name = componentNameOf(language);
  return name !== undefined && lookUp(components, name) !== undefined ? name : undefined;
}

/** @param id of the component. @param all components of the site. @param others what to do as well */
export function adviceFor(id: string, all: ContentComponents, others = ''): string {
  const names = Object.keys(all).filter((name) => /^\p{Lu}/u.test(name));
  const advice = `${others}add \`${id}\` to \`components\` in templates/markdown.tsx`;
  const similar = suggestName(id, names);
  if (similar !== undefined) return `did you mean ${similar}? Otherwise ${advice}`;
  return names.length === 0 ? advice : `${advice}; defined there are: ${names.toSorted().join(', ')}`;
}
