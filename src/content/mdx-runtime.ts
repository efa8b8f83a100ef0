/** Called by compiled MDX files: see `compile-mdx.ts`. */
import { Fragment, createContext, useContext, type ElementType, type ReactElement, type ReactNode } from 'react';
import type { ContentComponents } from '../api/content.ts';
import { lookUp } from '../shared/records.ts';
import { currentContext } from '../react/async-components.ts';
import type { Asset } from '../shared/model.ts';
import type { ContentLink, ContentUse } from '../shared/page-facts.ts';
import { suggestName } from '../shared/suggest-name.ts';
import { refuseMistakes } from './content-problem.ts';
import { propsFor, type FenceProps } from './code-block.ts';
import { contentSetup } from './content-setup.ts';
import { nameIds, nameLink, type NameId } from './document-ids.ts';
import type { MarkdownNode } from './content-tree.ts';
import { DEFAULTS, readDirective, type DirectiveProps } from './directive.ts';
import { describeUnknown, fenceComponent, findRendering, writtenForm } from './render-directive.ts';
import { awaitLinked, findUnknownFiles, readContentFile } from './create-content.ts';
import type { MdxFacts } from './prepare-mdx.ts';
import { resolveAddress } from './resolve-address.ts';

type Components = Readonly<Record<string, unknown>>;

/** The components of `templates/markdown.tsx`, and those that `<Content components={…}>` receives. */
const Provided = createContext<Components | undefined>(undefined);

/** MDX calls it by this name. */
export function useMDXComponents(): Components {
  return readProvided() ?? contentSetup().components();
}

function readProvided(): Components | undefined {
  try {
    return useContext(Provided);
  } catch {
    return undefined; // React throws if no component is being rendered
  }
}

/** `> [!NOTE]` */
export function Callout({ kind, children }: { readonly kind: string; readonly children?: ReactNode }): ReactNode {
  const { Callout: own, blockquote = 'blockquote' } = useMDXComponents();
  const { jsx } = contentSetup().runtime;
  return own === undefined ? jsx(blockquote as ElementType, { children }) : jsx(own as ElementType, { kind, children });
}

/** `[!NOTE]` itself is shown if there is no component for it. */
export function UnlessCallout({ children }: { readonly children?: ReactNode }): ReactNode {
  return useMDXComponents()['Callout'] === undefined ? children : null;
}

/** `:::note` and `:::details`, by their names. */
export const directives = Object.fromEntries(
  [...DEFAULTS].map((name) => [name, (props: DirectiveProps) => renderDefault(name, props)]),
);

function renderDefault(name: string, { children, ...props }: DirectiveProps & { readonly children?: ReactNode }) {
  const components = useMDXComponents() as ContentComponents;
  const { jsx, jsxs } = contentSetup().runtime;
  const found = findRendering(components, { kind: 'container', name, props, colons: 3 });
  if (found === undefined) return children;
  const type = (one: string) => (lookUp(components, one) ?? one) as ElementType;
  const create = (node: MarkdownNode): ReactNode =>
    node.type === 'element' ? jsx(type(node.tagName), { children: node.children.map(create) }) : node.value;
  if (found.first === undefined) return jsx(type(found.name), { ...found.props, children });
  return jsxs(type(found.name), { ...found.props, children: [create(found.first), children] });
}

/** Contains code whose language may have a component. */
export const Fence = Fragment;

interface FenceElementProps {
  readonly language: string;
  /** Of the component for the language, as JSON. */
  readonly props: string;
  readonly children: ReactNode;
}

/**
 * @param fence an element of `Fence`
 * @param own the component for its language, if the file itself has one
 * @returns what its code becomes
 */
export function createFence(components: Components, fence: ReactElement<FenceElementProps>, own?: unknown): ReactNode {
  const { language, props, children } = fence.props;
  const name = fenceComponent(components as ContentComponents, language);
  const type = own ?? (name === undefined ? undefined : lookUp(components, name));
  return type === undefined ? children : contentSetup().runtime.jsx(type as ElementType, readFence(type, props));
}

/** @returns the props of a block of code. @param props as JSON */
export function readFence(type: unknown, props: string): Readonly<Record<string, unknown>> {
  return propsFor(JSON.parse(props) as FenceProps, typeof type !== 'string');
}

interface UsedComponent {
  /** `Callout`, `Ui.Tab` */
  readonly id: string;
  readonly line: number;
  readonly column: number;
}

/**
 * @param found by the first parts of their names
 * @throws {SitegenError} with all components that are missing
 */
export function checkComponents(file: string, found: Components, used: readonly UsedComponent[]): void {
  const missing = used.filter(({ id }) => find(found, id) === undefined);
  if (missing.length === 0) return;
  const all = Object.keys(useMDXComponents());
  const names = all.filter((name) => /^[A-Z]/.test(name));
  const content = readContentFile(contentSetup().root, file);
  const lines = content.text.split(/\r\n?|\n/);
  const mistakes = missing.map(({ id, line, column }) => {
    const directive = readDirective(lines[line - 1]?.slice(column - 1) ?? '');
    if (directive !== undefined && 'name' in directive)
      return { line, column, ...describeUnknown(writtenForm(directive), all) };
    const message = `The component <${id}> is not defined.`;
    return { message, line, column, hint: adviceFor(id, names) };
  });
  refuseMistakes(content, mistakes);
}

function find(components: Components, id: string): unknown {
  return id.split('.').reduce<unknown>((value, name) => (value as Components | undefined)?.[name], components);
}

function adviceFor(id: string, names: readonly string[]): string {
  const advice = 'import it, or add it to `components` in templates/markdown.tsx';
  if (names.length === 0) return advice;
  const similar = suggestName(id, names);
  if (similar !== undefined) return `did you mean <${similar}>? Otherwise ${advice}`;
  return `${advice}, which has ${names.toSorted().join(', ')}`;
}

/** The components for elements that a module creates while it is loaded. */
export function findComponents(file: string, used: readonly UsedComponent[]): Components {
  const components = contentSetup().components();
  const own = Object.keys(components).map((name) => [name, lookUp(components, name)]);
  const found = Object.fromEntries(own) as Components;
  checkComponents(file, found, used);
  return found;
}

/** The links and assets of elements that were not created by a component of a page, by file: they belong to all its pages. */
const early = new Map<string, Map<string, ContentUse>>();

/**
 * @param hasAwait true if an async component creates the elements: only one pass of the page runs it
 * @returns resolves addresses in a file, and names ids
 */
export function createAddresses(file: string, hasAwait: boolean) {
  const record = (key: string, use: Omit<ContentUse, 'file'>) => {
    const context = currentContext();
    context?.record.content.push({ file, ...use });
    const known = early.get(file) ?? new Map<string, ContentUse>();
    if (context === undefined || hasAwait) early.set(file, known.set(key, { file, ...use }));
  };
  const id: NameId = (written) => currentContext()?.record.documents.names.get(file)?.(written) ?? written;
  const resolve = (address: string, line: number, column: number) => {
    const found = resolveAddress(contentSetup(), file, address);
    const { url, entry, asset, size, refused } = found ?? { url: nameLink(address, id) };
    const link: ContentLink = { url, line, column, ...(entry && { entry }), ...(refused && { refused }) };
    const assets: Asset[] = asset === undefined ? [] : [asset];
    record(`${line} ${column} ${url}`, { links: [link], assets });
    return { url, size };
  };
  return {
    id,
    /** @param value of a prop, which may also be an imported image */
    url: (value: unknown, line: number, column: number): unknown =>
      typeof value === 'string' ? resolve(value, line, column).url : value,
    image: (value: string, line: number, column: number) => {
      const { url, size } = resolve(value, line, column);
      return { ...size, src: url };
    },
  };
}

interface KnownMdx extends Pick<MdxFacts, 'links' | 'problems'> {
  /** The ids of its headings. */
  readonly ids: readonly string[];
}

interface MdxProps {
  readonly components?: ContentComponents;
}

/** @returns the default export of an MDX file */
export function createMdx(file: string, known: string, Content: ElementType): (props: MdxProps) => ReactNode {
  const { ids, links, problems } = JSON.parse(known) as KnownMdx;
  const Rendered = (props: MdxProps): ReactNode => {
    const { jsx } = contentSetup().runtime;
    const record = currentContext()?.record;
    record?.content.push({ file, links: [], assets: [] }, ...(early.get(file)?.values() ?? []));
    const all = { ...useMDXComponents(), ...props.components };
    const plain = problems.filter(({ language }) => fenceComponent(all as ContentComponents, language) === undefined);
    record?.problems.push(...plain.map(({ problem }) => problem));
    nameIds(record, { file, slug: record?.documents.slugs.get(file), ids });
    return jsx(Provided, { value: all, children: jsx(Content, { ...props }) });
  };
  const Awaited = async (props: MdxProps): Promise<ReactNode> => {
    await awaitLinked(file, links);
    return contentSetup().runtime.jsx(Rendered as ElementType, { ...props });
  };
  const MDXContent = (props: MdxProps): ReactNode => {
    const mustWait = findUnknownFiles(file, links).length > 0;
    return contentSetup().runtime.jsx((mustWait ? Awaited : Rendered) as ElementType, { ...props });
  };
  return MDXContent;
}
