/** For the tests of a site: `import { renderToHtml, hydrateIslands } from 'sitegen/testing'`. */
import { createElement, type ReactNode } from 'react';
import { hydrateNow, type BrowserIsland } from './islands/client/hydrate.ts';
import { ISLAND_TAG, NAME_ATTRIBUTE } from './islands/markup.ts';
import { renderToStaticMarkup } from './islands/server/react-dom-server.ts';
import { RenderContext, createRecord } from './islands/server/render-context.ts';

/**
 * Renders the content of a page, including islands, like a build.
 *
 * @returns HTML, without a document around it
 * @throws errors of the components, and an error for anything a build would reject, such as a prop that JSON cannot represent
 *
 * @example
 * document.body.innerHTML = renderToHtml(<Counter start={3} />);
 */
export function renderToHtml(content: ReactNode): string {
  const record = createRecord('react');
  const context = { record, island: undefined };
  const html = renderToStaticMarkup(createElement(RenderContext, { value: context }, content));
  if (record.problems.length > 0) throw new Error(record.problems.map(({ message }) => message).join('\n'));
  return html;
}

/**
 * Hydrates islands in a DOM (jsdom, happy-dom, a browser) with React, all of them immediately, regardless of `hydrate`.
 *
 * @param islands the islands that may be there: `[Counter]`
 * @param root the document or element that contains them
 *
 * @example
 * await act(async () => hydrateIslands([Counter], document));
 * await act(async () => document.querySelector('button')?.click());
 */
export function hydrateIslands(islands: readonly { readonly islandName: string }[], root: ParentNode): void {
  for (const element of root.querySelectorAll(ISLAND_TAG)) {
    const found = islands.find(({ islandName }) => islandName === element.getAttribute(NAME_ATTRIBUTE));
    if (found === undefined) continue;
    const hydrateLater = (later: ParentNode) => hydrateIslands(islands, later);
    void hydrateNow(element, found as BrowserIsland, hydrateLater);
  }
}
