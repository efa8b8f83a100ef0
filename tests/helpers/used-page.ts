/** What visitors and scripts do to a page, and the page without it. */
import type { Page } from 'playwright-core';

/** What pages do with themselves: classes, ids, and elements between those of the page. */
export function changeByScript(): void {
  const content = document.querySelector('[data-revision]')!;
  const elements = [...content.querySelectorAll('*')].filter((element) => element.closest('sitegen-island') === null);
  for (const [index, element] of elements.entries()) {
    if (index % 3 === 0) element.classList.add('by-script');
    if (index % 5 === 0 && element.id === '') element.id = `by-script-${Math.random()}`;
    if (index % 4 !== 0 || element.parentElement !== content) continue;
    element.before(Object.assign(document.createElement('hr'), { className: 'by-script' }));
  }
}

/** @returns by how much it counts: 0 until it is hydrated */
export async function useCounter(tab: Page): Promise<number> {
  return tab.evaluate(async () => {
    const button = [...document.querySelectorAll('button')].at(-1)!;
    const count = () => Number(/\S+$/.exec(button.textContent));
    const before = count();
    button.click();
    await new Promise((resolve) => setTimeout(resolve));
    return count() - before;
  });
}

/**
 * The document, and the page that the server has: without what visitors and scripts have done.
 *
 * @param isUnused whether islands are as the page has them
 */
export function compare(tab: Page, isUnused: boolean): Promise<unknown> {
  return tab.evaluate(async (compareIslands) => {
    const request = new XMLHttpRequest();
    request.open('GET', location.href);
    request.responseType = 'document';
    await new Promise((resolve) => {
      request.addEventListener('load', resolve);
      request.send();
    });
    const [shown, built] = [document, request.responseXML!].map((root) => {
      const copy = root.documentElement.cloneNode(true) as Element;
      for (const island of copy.querySelectorAll('sitegen-island')) {
        island.replaceChildren(compareIslands ? island.textContent : '');
      }
      // They have run. The page names the next ones.
      for (const script of copy.querySelectorAll('script[src*="reload.js"], script[src*="islands-"]')) script.remove();
      for (const element of copy.querySelectorAll('hr.by-script')) element.remove();
      for (const element of copy.querySelectorAll('[id^=by-script]')) element.removeAttribute('id');
      for (const element of copy.querySelectorAll('.by-script')) {
        element.classList.remove('by-script');
        if (element.classList.length === 0) element.removeAttribute('class');
      }
      for (const details of copy.querySelectorAll('details')) details.removeAttribute('open');
      return copy.outerHTML.replace(/\s+(?=<\/body>)/, '');
    });
    return shown === built ? { isSame: true } : { shown, built };
  }, isUnused);
}
