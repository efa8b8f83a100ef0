import { createElement, useContext, type ComponentType, type FunctionComponent, type ReactNode } from 'react';
import { jsx } from 'react/jsx-runtime';
import type { ClientOnlyOptions, IslandOptions } from '../../api/contract.ts';
import {
  CLIENT_ATTRIBUTE,
  ENCODED_ATTRIBUTE,
  HYDRATE_ATTRIBUTE,
  ISLAND_TAG,
  NAME_ATTRIBUTE,
  PREFIX_ATTRIBUTE,
  PROPS_ATTRIBUTE,
} from '../markup.ts';
import { serializeProps } from './serialize-props.ts';
import { renderToStaticMarkup, renderToString } from './react-dom-server.ts';
import {
  clientOnlyInside,
  isHydrate,
  lostChildren,
  lostContent,
  unknownHydrate,
  unserializableProp,
} from './island-problems.ts';
import { CHILDREN, createSlots, fillSlots } from './slots.ts';
import { RenderContext, type PageRecord } from './render-context.ts';

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
}

/**
 * Creates an island from a component: a part of a static page that hydrates in the browser.
 *
 * Its props are sent as text. Children, and elements among the props, belong to the page: they are there before and after the
 * island hydrates, and are not sent twice. Inside another island's component, an island is an ordinary component.
 *
 * @example
 * // templates/islands/counter.tsx
 * export default island('counter', Counter);
 *
 * // templates/pages/index.tsx
 * <Counter start={3} hydrate="visible" />
 *
 * @param name unique among the site's islands
 */
export function island<Props extends object>(name: string, component: ComponentType<Props>): Island<Props>;
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
  options?: ClientOnlyOptions,
): Island<Props> {
  const rendered = options === undefined ? (component as ComponentType<Props>) : () => options.fallback;
  const setup = { name, component: rendered as ComponentType<OwnProps>, isClientOnly: options !== undefined };
  function Island({ hydrate, ...props }: Props & IslandOptions) {
    const context = useContext(RenderContext);
    const own = props as unknown as Props & OwnProps;
    if (context === undefined) return createElement(rendered, own);
    if (context.island === undefined) return renderIsland(setup, own, hydrate, context.record);
    if (setup.isClientOnly) context.record.problems.push(clientOnlyInside(name, context.island));
    return createElement(rendered, own);
  }
  return Object.assign(Island, { islandName: name, component, displayName: `island(${name})` });
}

function renderIsland(
  { name, component, isClientOnly }: IslandSetup,
  { children, ...props }: OwnProps,
  hydrate: IslandOptions['hydrate'],
  record: PageRecord,
) {
  const prefix = `${name.replaceAll('/', '-')}-${record.islands.length}-`;
  record.islands.push(name);
  if (EAGER.includes(hydrate)) record.eager.add(name);
  const slots = createSlots((node, index) => renderStatic(node, record, `${prefix}children-${index || ''}`));
  const filled = fillSlots(props, slots.create);
  const given = withChildren(filled, children === undefined ? undefined : slots.create(CHILDREN, children));
  // A separate root, because static markup lacks the comments between adjacent texts that hydration needs.
  const context = { record, island: name, ...(record.runtime === 'preact' && { nextId: preactIds(prefix) }) };
  const html = renderToString(createElement(RenderContext, { value: context }, jsx(component, given.props)), {
    identifierPrefix: prefix,
  });
  const later = renderToStaticMarkup(slots.later());
  const { json, isEncoded, unserializable } = serializeProps(filled, later !== '');
  record.problems.push(...unserializable.map((value) => unserializableProp(name, value)));
  if (html.includes(LOST_CONTENT)) record.problems.push(lostContent(name));
  if (children !== undefined && !isClientOnly && !given.isRead()) record.problems.push(lostChildren(name));
  if (!isHydrate(hydrate)) record.problems.push(unknownHydrate(name, hydrate));
  return createElement(ISLAND_TAG, {
    [NAME_ATTRIBUTE]: name,
    [PROPS_ATTRIBUTE]: json,
    [ENCODED_ATTRIBUTE]: isEncoded ? '' : undefined,
    [CLIENT_ATTRIBUTE]: isClientOnly ? '' : undefined,
    [PREFIX_ATTRIBUTE]: prefix,
    [HYDRATE_ATTRIBUTE]: hydrate === 'load' ? undefined : toAttribute(hydrate),
    dangerouslySetInnerHTML: { __html: html + later },
  });
}

/** Rendered as part of the page, so that islands inside the children are islands of the page. */
function renderStatic(node: ReactNode, record: PageRecord, identifierPrefix: string): string {
  const page = { record, island: undefined };
  return renderToStaticMarkup(createElement(RenderContext, { value: page }, node), { identifierPrefix });
}

/**
 * A component that shows its children later, as a dialog does, reads them. A component that does not read them never shows them.
 * React passes the object that `jsx` receives on to the component as it is.
 */
function withChildren(props: OwnProps, children: ReactNode): { props: OwnProps; isRead: () => boolean } {
  let isRead = false;
  if (children === undefined) return { props, isRead: () => true };
  const read = () => {
    isRead = true;
    return children;
  };
  const own = Object.defineProperty({ ...props }, 'children', { get: read, enumerable: true });
  return { props: own, isRead: () => isRead };
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
