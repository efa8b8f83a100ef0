import {
  createElement,
  useContext,
  useId,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
  isValidElement,
  type ReactElement,
} from 'react';
import { jsx } from 'react/jsx-runtime';
import type { ClientOnlyOptions, IslandOptions, IslandSettings } from '../../api/contract.ts';
import {
  CLIENT_ATTRIBUTE,
  ENCODED_ATTRIBUTE,
  HYDRATE_ATTRIBUTE,
  ISLAND_TAG,
  NAME_ATTRIBUTE,
  PREFIX_ATTRIBUTE,
  PROPS_ATTRIBUTE,
  CHILDREN_TAG,
  SLOT_ATTRIBUTE,
} from '../markup.ts';
import { EXAMPLES, WORDS } from '../../shared/hydrate-strategies.ts';
import { asyncFunctionOf } from '../../shared/async-function.ts';
import { error } from '../../shared/diagnostics.ts';
import { renderInIsland } from '../in-island.ts';
import { serializeProps, type UnserializableValue, pathTo } from './serialize-props.ts';
import { renderToStaticMarkup, renderToString } from './react-dom-server.ts';
import {
  RenderContext,
  ownersNow,
  type PageRecord,
  type RenderContextValue,
  type RenderProblem,
} from './render-context.ts';

/** React's mark for a boundary whose content it could not render. Text cannot contain it: there, "<" is escaped. */
const LOST_CONTENT = '<!--$!-->';

/** All other strategies wait for the visitor, maybe forever. */
const EAGER: readonly IslandOptions['hydrate'][] = [undefined, 'load', 'idle'];

/** The result of `island`: a component with its name. */
export interface Island<Props> extends FunctionComponent<Props & IslandOptions> {
  islandName: string;
  component: ComponentType<Props> | Load<Props>;
}

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** A component's props, without `hydrate`. */
type OwnProps = Readonly<Record<string, unknown>> & { readonly children?: ReactNode };

/** An island to render. */
interface IslandSetup {
  readonly name: string;
  /** For an island that runs only in the browser, the component that renders its fallback. */
  readonly component: ComponentType<OwnProps>;
  readonly isClientOnly: boolean;
  readonly className: IslandSettings['className'];
}

/**
 * Creates an island from a component: a part of a static page that hydrates in the browser.
 *
 * Its props are sent as text. Children, and elements among the props, belong to the page: they are visible before and after
 * the island hydrates, and are not sent twice. Inside another island's component, an island is an ordinary component.
 *
 * @example
 * // templates/islands/counter.tsx
 * export default island('counter', Counter);
 *
 * // templates/pages/index.tsx
 * <Counter start={3} hydrate="visible" />
 *
 * @param name unique among the site's islands
 * @param options `{ className: 'block' }` gives the element around it a box, which styles of its parent reach
 */
export function island<Props extends object>(
  name: string,
  component: ComponentType<Props>,
  options?: IslandSettings,
): Island<Props>;
/**
 * An island that runs only in the browser, because it or a package needs `window`. Its module is not loaded by the build, and
 * its script is fetched when it hydrates.
 *
 * @example
 * // templates/islands/map.tsx, where `loadMap` imports the module with the component
 * export default island('map', loadMap, { fallback: <p>Loading the map</p> });
 *
 * @param options the page shows `fallback` until then
 */
export function island<Props extends object>(
  name: string,
  load: Load<Props>,
  options: ClientOnlyOptions,
): Island<Props>;
export function island<Props extends object>(
  name: string,
  component: ComponentType<Props> | Load<Props>,
  options: IslandSettings | ClientOnlyOptions = {},
): Island<Props> {
  if (typeof name !== 'string') throw new Error(NO_NAME);
  const isClientOnly = 'fallback' in options;
  if (!isClientOnly && asyncFunctionOf(component) !== undefined) throw new Error(describeAsync(name));
  const rendered = isClientOnly ? () => options.fallback : (component as ComponentType<Props>);
  const setup = { name, component: rendered as ComponentType<OwnProps>, isClientOnly, className: options.className };
  function Island({ hydrate, ...props }: Props & IslandOptions) {
    const context = useContext(RenderContext);
    const own = props as unknown as Props & OwnProps;
    if (context?.record.hasIslands !== true) return createElement(rendered, own);
    if (context.island === undefined) return renderIsland(setup, own, hydrate, context);
    if (setup.isClientOnly) report(context.record, clientOnlyInside(name, context.island));
    return createElement(rendered, own);
  }
  return Object.assign(Island, { islandName: name, component, displayName: `island(${name})` });
}

const NO_NAME = "The first argument of `island` is the name of its file: `island('contact', Contact)`.";

function renderIsland(
  { name, component, isClientOnly, className }: IslandSetup,
  { children, ...props }: OwnProps,
  hydrate: IslandOptions['hydrate'],
  { record, content }: RenderContextValue,
) {
  const prefix = `${name.replaceAll('/', '-')}-${record.islands.length}-`;
  record.islands.push(name);
  if (EAGER.includes(hydrate)) record.eager.add(name);
  // The same in every pass over a page, unlike `prefix`: async components are known by their ids.
  const place = useId();
  const slots = createSlots((node, index) => renderStatic(node, record, `${place}${index || ''}`));
  const filled = fillSlots(props, slots.create);
  const given = withChildren(filled, children === undefined ? undefined : slots.create(CHILDREN, children));
  // A separate root, because static markup lacks the comments between adjacent texts that hydration needs.
  const inContent = content && { content };
  const context = {
    record,
    island: name,
    ...inContent,
    ...(record.runtime === 'preact' && { nextId: preactIds(prefix) }),
  };
  const root = createElement(RenderContext, { value: context }, jsx(component, given.props));
  given.forget();
  const html = renderInIsland(() => renderToString(root, { identifierPrefix: prefix }));
  const later = renderToStaticMarkup(slots.later());
  const { json, isEncoded, unserializable } = serializeProps(filled, {
    mustEncode: later !== '',
    slotOf: slots.nameOf,
  });
  for (const value of unserializable) report(record, unserializableProp(name, value));
  if (html.includes(LOST_CONTENT)) report(record, lostContent(name));
  if (children !== undefined && !isClientOnly && !given.isRead()) report(record, lostChildren(name));
  if (!isHydrate(hydrate)) report(record, unknownHydrate(name, hydrate));
  return createElement(ISLAND_TAG, {
    [NAME_ATTRIBUTE]: name,
    [PROPS_ATTRIBUTE]: json,
    [ENCODED_ATTRIBUTE]: isEncoded ? '' : undefined,
    [CLIENT_ATTRIBUTE]: isClientOnly ? '' : undefined,
    [PREFIX_ATTRIBUTE]: prefix,
    class: className,
    [HYDRATE_ATTRIBUTE]: hydrate === 'load' ? undefined : toAttribute(hydrate),
    dangerouslySetInnerHTML: { __html: html + later },
  });
}

function report({ problems }: PageRecord, problem: RenderProblem): void {
  problems.push({ ...problem, owners: ownersNow() });
}

/** Renders children as part of the page, so that islands inside them are islands of the page. */
function renderStatic(node: ReactNode, record: PageRecord, identifierPrefix: string): string {
  const page = { record, island: undefined };
  return renderToStaticMarkup(createElement(RenderContext, { value: page }, node), { identifierPrefix });
}

/**
 * Notices if a component reads its children. A component that shows them later, as a dialog does, also reads them. React passes
 * the object that `jsx` receives to the component unchanged.
 */
function withChildren(props: OwnProps, children: ReactNode) {
  let isRead = false;
  /** React's development build reads them when it creates the element. */
  const forget = () => void (isRead = false);
  if (children === undefined) return { props, forget, isRead: () => true };
  const read = () => {
    isRead = true;
    return children;
  };
  const own = Object.defineProperty({ ...props }, 'children', { get: read, enumerable: true });
  return { props: own, forget, isRead: () => isRead };
}

/** `{ visible: '200px' }` -> `visible 200px` */
function toAttribute(hydrate: IslandOptions['hydrate']): string | undefined {
  return typeof hydrate === 'object' ? Object.entries(hydrate).flat().join(' ') : hydrate;
}

/** Ids as Preact generates them. React's ids depend on the position in the tree, which Preact does not know. */
function preactIds(prefix: string): () => string {
  let count = 0;
  return () => `P${prefix}-${count++}`;
}

/** An IntersectionObserver accepts only pixels and percents: https://w3c.github.io/IntersectionObserver/#parse-a-margin */
const MARGIN = /^(-?\d+(\.\d+)?(px|%)(\s+|$)){1,4}$/;

/** TypeScript checks the same, but a build compiles without types. */
function isHydrate(hydrate: unknown): boolean {
  if (typeof hydrate !== 'object' || hydrate === null) return [undefined, ...WORDS].includes(hydrate as 'load');
  const [[strategy, value] = ['', ''], ...others] = Object.entries(hydrate);
  if (others.length > 0 || !Object.hasOwn(EXAMPLES, strategy)) return false;
  return strategy === 'visible' ? MARGIN.test(String(value)) : typeof value === 'string';
}

function describeAsync(name: string): string {
  const reason = `The component of island "${name}" is async. Islands also render in the browser, synchronously.`;
  return `${reason} Fetch the data in the page, and pass it as a prop. (An island that loads its component has a \`fallback\`.)`;
}

function unknownHydrate(name: string, hydrate: unknown): RenderProblem {
  if (typeof hydrate === 'object' && hydrate !== null && Object.keys(hydrate).length > 1) {
    const message = `Island "${name}" has several \`hydrate\` strategies: ${JSON.stringify(hydrate)}.`;
    return error('island-prop', message, { hint: 'use one of them' });
  }
  const words = WORDS.map((word) => JSON.stringify(word));
  const objects = Object.entries(EXAMPLES).map(([strategy, example]) => `{ ${strategy}: "${example}" }`);
  const message = `Island "${name}" has an unknown \`hydrate\` value: ${JSON.stringify(hydrate)}.`;
  return error('island-prop', message, { hint: `use ${[...words, ...objects].join(', ')}` });
}

function lostChildren(name: string): RenderProblem {
  const message = `Island "${name}" ignores its children, so they are missing from the page.`;
  const hint = 'render `children` in its component, at once or later';
  return error('children-lost', message, { hint });
}

function unserializableProp(name: string, { path, what }: UnserializableValue): RenderProblem {
  const message = `Island "${name}" receives ${what} as \`${path}\`, which cannot be sent to the browser.`;
  const hint =
    'pass text, finite numbers, booleans, null, Date, URL, BigInt, and arrays, objects, Map and Set of these';
  return error('island-prop', message, { hint });
}

function clientOnlyInside(name: string, outer: string): RenderProblem {
  const message = `Island "${name}" runs only in the browser, and is part of the island "${outer}".`;
  const hint = `pass it to "${outer}" as children, or load its component there: lazy(() => import(…))`;
  return error('island-name', message, { hint });
}

function lostContent(name: string): RenderProblem {
  const message = `Island "${name}" renders the fallback of a <Suspense>: its content failed or is not ready.`;
  return error('content-lost', message, { hint: 'pass what it needs as props' });
}

/** The name of the slot for an island's children. */
const CHILDREN = 'children';

interface Slots {
  /** Creates the element that the component receives instead of a node. */
  readonly create: (name: string, node: ReactNode) => ReactElement;
  /** Returns the name of a slot, if the value is an element from `create`. */
  readonly nameOf: (value: object) => string | undefined;
  /** HTML for the slots that the component did not render: it shows them later, as a dialog does. */
  readonly later: () => ReactElement[];
}

interface SlotProps {
  readonly slot: string;
}

/** @param toHtml renders a node as part of the page */
function createSlots(toHtml: (node: ReactNode, index: number) => string): Slots {
  const contents = new Map<string, { readonly __html: string }>();
  const rendered = new Set<string>();
  const Slot = ({ slot }: SlotProps) => {
    rendered.add(slot);
    const name = slot === CHILDREN ? undefined : slot;
    return createElement(CHILDREN_TAG, { [SLOT_ATTRIBUTE]: name, dangerouslySetInnerHTML: contents.get(slot) });
  };
  return {
    create: (name, node) => {
      contents.set(name, { __html: toHtml(node, contents.size) });
      return createElement(Slot, { key: name, slot: name });
    },
    nameOf: (value) => (isValidElement<SlotProps>(value) && value.type === Slot ? value.props.slot : undefined),
    later: () =>
      [...contents]
        .filter(([name]) => !rendered.has(name))
        .map(([name, html]) => createElement('template', { key: name, slot: name, dangerouslySetInnerHTML: html })),
  };
}

/** Replaces the elements in props, at any depth of arrays and plain objects. A value without elements stays the same object. */
function fillSlots<Props extends object>(props: Props, create: Slots['create']): Props {
  const fill = (value: unknown, path: string, parents: readonly unknown[]): unknown => {
    if (isValidElement(value)) return create(path, value);
    if (typeof value !== 'object' || value === null || parents.includes(value)) return value;
    const inside = [...parents, value];
    if (Array.isArray(value)) {
      const filled = Array.from(value as unknown[], (item, index) => fill(item, `${path}[${index}]`, inside));
      return filled.some((item, index) => item !== value[index]) ? filled : value;
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return value;
    const entries = Object.entries(value).map(([key, item]) => [key, fill(item, pathTo(path, key), inside)] as const);
    const hasChanged = entries.some(([key, item]) => item !== (value as Readonly<Record<string, unknown>>)[key]);
    return hasChanged ? Object.fromEntries(entries) : value;
  };
  return fill(props, '', []) as Props;
}
