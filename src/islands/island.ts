import { createContext, createElement, useContext, type ComponentType, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import { ISLAND_TAG, NAME_ATTRIBUTE, PREFIX_ATTRIBUTE, PROPS_ATTRIBUTE } from './markers.ts';

/** The names of the islands of one page, in the order they are rendered. The page's render fills it. */
export const IslandsOfPage = createContext<string[] | undefined>(undefined);

/**
 * Makes a component an island: a part of a static page that wakes up in the browser.
 *
 * @example
 * // templates/islands/counter.tsx
 * export default island('counter', Counter);
 *
 * @param name unique among the site's islands
 * @param Component receives its props as JSON, so they may hold nothing else
 */
export function island<Props extends object>(name: string, Component: ComponentType<Props>): FunctionComponent<Props> {
  function Island(props: Props) {
    const islands = useContext(IslandsOfPage);
    // Inside another island there is no page around us: that island's root renders and wakes this part, too.
    if (islands === undefined) return createElement(Component, props);
    const prefix = `${name}-${islands.length}-`;
    islands.push(name);
    // A root of its own, because static markup lacks the comments between adjacent texts that hydration needs.
    const html = renderToString(createElement(Component, props), { identifierPrefix: prefix });
    return createElement(ISLAND_TAG, {
      [NAME_ATTRIBUTE]: name,
      [PROPS_ATTRIBUTE]: JSON.stringify(props),
      [PREFIX_ATTRIBUTE]: prefix,
      dangerouslySetInnerHTML: { __html: html },
    });
  }
  Island.displayName = `island(${name})`;
  return Island;
}
