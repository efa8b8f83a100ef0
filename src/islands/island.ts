import { createElement, useContext, type ComponentType, type FunctionComponent, type ReactNode } from 'react';
import type { IslandOptions } from '../api/contract.ts';
import { EXAMPLES, WORDS } from '../api/hydrate-strategies.ts';
import { error } from '../core/diagnostics.ts';
import {
  CHILDREN_TAG,
  HYDRATE_ATTRIBUTE,
  ISLAND_TAG,
  NAME_ATTRIBUTE,
  PREFIX_ATTRIBUTE,
  PROPS_ATTRIBUTE,
} from './markup.ts';
import { serializeProps, type UnserializableValue } from './serialize-props.ts';
import { renderToStaticMarkup, renderToString } from './react-dom-server.ts';
import { RenderContext, type PageRecord, type RenderProblem } from './render-context.ts';

/** React's mark for a boundary whose content it could not render. Text cannot contain it: there, "<" is escaped. */
const LOST_CONTENT = '<!--$!-->';

/** All others wait for the visitor, maybe forever. */
const EAGER: readonly IslandOptions['hydrate'][] = [undefined, 'load', 'idle'];

/** What `island` returns: a component with its name. */
export interface Island<Props> extends FunctionComponent<Props & IslandOptions> {
  islandName: string;
  component: ComponentType<Props>;
}

/** A component's props, without `hydrate`. */
type OwnProps = Readonly<Record<string, unknown>> & { readonly children?: ReactNode };

/**
 * Turns a component into an island: a part of a static page that hydrates in the browser.
 *
 * Its props are sent as JSON. Children belong to the page: they are there before and after the island hydrates, and are not
 * sent twice. Inside another island's component, an island is an ordinary component.
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
export function island<Props extends object>(name: string, component: ComponentType<Props>): Island<Props> {
  function Island({ hydrate, ...props }: Props & IslandOptions) {
    const context = useContext(RenderContext);
    const own = props as unknown as Props & OwnProps;
    if (context === undefined || context.island !== undefined) return createElement(component, own);
    return renderIsland(name, component, own, hydrate, context.record);
  }
  return Object.assign(Island, { islandName: name, component, displayName: `island(${name})` });
}

function renderIsland<Props extends object>(
  name: string,
  component: ComponentType<Props>,
  { children, ...props }: Props & OwnProps,
  hydrate: IslandOptions['hydrate'],
  record: PageRecord,
) {
  const { json, unserializable } = serializeProps(props);
  record.problems.push(...unserializable.map((value) => unserializableProp(name, value)));
  const prefix = `${name.replaceAll('/', '-')}-${record.islands.length}-`;
  record.islands.push(name);
  if (EAGER.includes(hydrate)) record.eager.add(name);
  const inner = (
    children === undefined ? props : { ...props, children: keepStatic(children, record, prefix) }
  ) as Props;
  // A root of its own, because static markup lacks the comments between adjacent texts that hydration needs.
  const context = { record, island: name, ...(record.runtime === 'preact' && { nextId: preactIds(prefix) }) };
  const html = renderToString(createElement(RenderContext, { value: context }, createElement(component, inner)), {
    identifierPrefix: prefix,
  });
  if (html.includes(LOST_CONTENT)) record.problems.push(lostContent(name));
  if (children !== undefined && !html.includes(`<${CHILDREN_TAG}`)) record.problems.push(lostChildren(name));
  if (!isHydrate(hydrate)) record.problems.push(unknownHydrate(name, hydrate));
  return createElement(ISLAND_TAG, {
    [NAME_ATTRIBUTE]: name,
    [PROPS_ATTRIBUTE]: json,
    [PREFIX_ATTRIBUTE]: prefix,
    [HYDRATE_ATTRIBUTE]: hydrate === 'load' ? undefined : toAttribute(hydrate),
    dangerouslySetInnerHTML: { __html: html },
  });
}

/** Rendered as part of the page, so that islands inside the children are islands of the page. */
function keepStatic(children: ReactNode, record: PageRecord, prefix: string) {
  const page = { record, island: undefined };
  const html = renderToStaticMarkup(createElement(RenderContext, { value: page }, children), {
    identifierPrefix: `${prefix}children-`,
  });
  return createElement(CHILDREN_TAG, { dangerouslySetInnerHTML: { __html: html } });
}

/** `{ visible: '200px' }` -> `visible 200px` */
function toAttribute(hydrate: IslandOptions['hydrate']): string | undefined {
  return typeof hydrate === 'object' ? Object.entries(hydrate).flat().join(' ') : hydrate;
}

/** An IntersectionObserver takes lengths in pixels and percents only: https://w3c.github.io/IntersectionObserver/#parse-a-margin */
const MARGIN = /^(-?\d+(\.\d+)?(px|%)(\s+|$)){1,4}$/;

/** TypeScript checks the same, but a build compiles without types. */
function isHydrate(hydrate: unknown): boolean {
  if (typeof hydrate !== 'object' || hydrate === null) return [undefined, ...WORDS].includes(hydrate as 'load');
  const [[strategy, value] = ['', ''], ...others] = Object.entries(hydrate);
  if (others.length > 0 || !Object.hasOwn(EXAMPLES, strategy)) return false;
  return strategy === 'visible' ? MARGIN.test(String(value)) : typeof value === 'string';
}

function unknownHydrate(name: string, hydrate: unknown): RenderProblem {
  if (typeof hydrate === 'object' && hydrate !== null && Object.keys(hydrate).length > 1) {
    const message = `Island "${name}" has several \`hydrate\` strategies: ${JSON.stringify(hydrate)}.`;
    return error('island-hydrate', message, { hint: 'use one of them' });
  }
  const words = WORDS.map((word) => JSON.stringify(word));
  const objects = Object.entries(EXAMPLES).map(([strategy, example]) => `{ ${strategy}: "${example}" }`);
  const message = `Island "${name}" has an unknown \`hydrate\` value: ${JSON.stringify(hydrate)}.`;
  return error('island-hydrate', message, { hint: `use ${[...words, ...objects].join(', ')}` });
}

function lostChildren(name: string): RenderProblem {
  const message = `Island "${name}" does not render its children, so they are missing from the page.`;
  const hint = 'render them from the start, and hide them with `hidden` or a class';
  return error('children-lost', message, { hint });
}

function unserializableProp(name: string, { path, what }: UnserializableValue): RenderProblem {
  const message = `Island "${name}" receives ${what} as \`${path}\`, which JSON cannot represent.`;
  const hint = 'pass strings, finite numbers, booleans, null, arrays and plain objects';
  return error('island-prop', message, { hint });
}

function lostContent(name: string): RenderProblem {
  const message = `Island "${name}" renders the fallback of a <Suspense>: its content failed or is not ready.`;
  return error('content-lost', message, { hint: 'pass what it needs as props' });
}

/** Ids as Preact generates them. React's ids depend on the position in the tree, which Preact does not know. */
function preactIds(prefix: string): () => string {
  let count = 0;
  return () => `P${prefix}-${count++}`;
}
