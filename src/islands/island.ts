import { createElement, useContext, type ComponentType, type FunctionComponent, type ReactNode } from 'react';
import type { IslandOptions } from '../api/contract.ts';
import {
  CHILDREN_TAG,
  HYDRATE_ATTRIBUTE,
  ISLAND_TAG,
  NAME_ATTRIBUTE,
  PREFIX_ATTRIBUTE,
  PROPS_ATTRIBUTE,
} from './protocol.ts';
import { findUnfitValues, type UnfitValue } from './check-props.ts';
import { renderToStaticMarkup, renderToString } from './react-dom-server.ts';
import { RenderContext, type PageRecord, type Problem } from './render-context.ts';

/** How React marks a boundary whose content it could not render. Text cannot hold it: there, "<" is escaped. */
const LOST_CONTENT = '<!--$!-->';

/** What `island` returns: a component with the name that it was given. */
export interface Island<Props> extends FunctionComponent<Props & IslandOptions> {
  islandName: string;
  component: ComponentType<Props>;
}

/** A component's props, without the one that is the island's own. */
type OwnProps = Readonly<Record<string, unknown>> & { readonly children?: ReactNode };

/**
 * Makes a component an island: a part of a static page that wakes up in the browser.
 *
 * Its props travel as JSON. What a page puts between its tags stays the page's: it is there before and after the island
 * wakes up, and is not sent twice. An island inside another island's component is a plain part of it.
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
    const around = useContext(RenderContext);
    const own = props as unknown as Props & OwnProps;
    if (around === undefined || around.island !== undefined) return createElement(component, own);
    return renderIsland(name, component, own, hydrate, around.record);
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
  const unfit = findUnfitValues(props);
  record.problems.push(...unfit.map((value) => unfitProp(name, value)));
  const prefix = `${name}-${record.islands.length}-`;
  record.islands.push(name);
  const inner = (
    children === undefined ? props : { ...props, children: keepStatic(children, record, prefix) }
  ) as Props;
  // A root of its own, because static markup lacks the comments between adjacent texts that hydration needs.
  const around = { record, island: name, ...(record.runtime === 'preact' && { nextId: preactIds(prefix) }) };
  const html = renderToString(createElement(RenderContext, { value: around }, createElement(component, inner)), {
    identifierPrefix: prefix,
  });
  if (html.includes(LOST_CONTENT)) record.problems.push(lostContent(name));
  if (children !== undefined && !html.includes(`<${CHILDREN_TAG}`)) record.problems.push(lostChildren(name));
  if (!isHydrate(hydrate)) record.problems.push(unknownHydrate(name, hydrate));
  return createElement(ISLAND_TAG, {
    [NAME_ATTRIBUTE]: name,
    [PROPS_ATTRIBUTE]: unfit.length === 0 ? JSON.stringify(props) : undefined,
    [PREFIX_ATTRIBUTE]: prefix,
    [HYDRATE_ATTRIBUTE]: hydrate === 'load' ? undefined : toAttribute(hydrate),
    dangerouslySetInnerHTML: { __html: html },
  });
}

/** Rendered with the page's own means, so that islands in it are islands of the page. */
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

/** Types say the same, but a build compiles without checking them. */
function isHydrate(hydrate: unknown): boolean {
  if (typeof hydrate !== 'object')
    return [undefined, 'load', 'idle', 'visible', 'interaction'].includes(hydrate as string);
  const { visible, media, ...others } = hydrate as { visible?: string; media?: string };
  return Object.keys(others).length === 0 && (visible === undefined ? typeof media === 'string' : MARGIN.test(visible));
}

function unknownHydrate(name: string, hydrate: unknown): Problem {
  const message = `The island "${name}" is to wake at ${JSON.stringify(hydrate)}, which means nothing.`;
  const hint =
    '"load", "idle", "visible", "interaction", { visible: "200px" } (pixels or percents) or { media: "(min-width: 40rem)" }';
  return { code: 'island-hydrate', severity: 'error', message, hint };
}

function lostChildren(name: string): Problem {
  const message = `The island "${name}" is given children and does not show them, so they are in no page.`;
  const hint = 'show them at first, and hide them with `hidden` or a class';
  return { code: 'children-lost', severity: 'error', message, hint };
}

function unfitProp(name: string, { path, what }: UnfitValue): Problem {
  const message = `The island "${name}" is given ${what} as \`${path}\`, which JSON cannot carry to the browser.`;
  const hint = 'pass strings, finite numbers, booleans, null, arrays and plain objects';
  return { code: 'island-prop', severity: 'error', message, hint };
}

function lostContent(name: string): Problem {
  const message = `The island "${name}" shows the fallback of a <Suspense>: what is in it threw, or is not there yet.`;
  const hint = 'give it what it needs as props';
  return { code: 'content-lost', severity: 'error', message, hint };
}

/** As Preact counts them. React's tell the place in the tree, which Preact does not know. */
function preactIds(prefix: string): () => string {
  let count = 0;
  return () => `P${prefix}-${count++}`;
}
