import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { siteTest } from '../helpers/site.ts';
import { ADDRESSES, DESKTOP, NARROW, NOT_FOUND_ERRORS, untilHydrated } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser);

/** WCAG 2.2, 1.4.12. */
function spaceOut(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }
  `);
  document.adoptedStyleSheets.push(sheet);
}

/** Lines of text outside of the page, clipped by a box, or below other lines. */
function findUnreadable(): string[] {
  interface Line {
    readonly element: Element;
    readonly text: string;
    readonly box: DOMRect;
  }
  const cuts = (outer: Element, { left, right, top, bottom }: DOMRect) => {
    const { overflowX, overflowY, clip, clipPath } = getComputedStyle(outer);
    if ([overflowX, overflowY, clip, clipPath].join() === 'visible,visible,auto,none') return false;
    const edge = outer.getBoundingClientRect();
    return left < edge.left - 1 || right > edge.right + 1 || top < edge.top - 1 || bottom > edge.bottom + 1;
  };
  const isCut = ({ element, box }: Line) => {
    if (box.left < -1 || box.right > document.documentElement.clientWidth + 1) return true;
    for (let outer: Element | null = element; outer; outer = outer.parentElement) if (cuts(outer, box)) return true;
    return false;
  };
  const lap = (a: Line, b: Line) =>
    a.element !== b.element &&
    Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 2 &&
    Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 2;

  const lines: Line[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const [node, range] = [walker.currentNode, document.createRange()];
    const element = node.parentElement!;
    const text = node.textContent!.trim();
    if (text === '' || element.closest('[href="#content"], svg') || !element.checkVisibility()) continue;
    range.selectNodeContents(node);
    lines.push(...Array.from(range.getClientRects(), (box) => ({ element, text, box })));
  }
  if (lines.length < 10) throw new Error('This page has hardly any text.');
  const unreadable = lines.filter((line) => isCut(line) || lines.some((other) => lap(line, other)));
  return unreadable.map(({ element, text }) => `${element.localName}: ${text}`);
}

describe.each([
  ['1280', DESKTOP],
  ['320', NARROW],
])('at a width of %s pixels', (_, viewport) => {
  test.for(ADDRESSES)('%s stays readable with increased text spacing', async (address, { open, expect }) => {
    const { page } = await open(address, { viewport, expects: NOT_FOUND_ERRORS });
    await untilHydrated(page);
    expect(await page.evaluate(findUnreadable)).toEqual([]);
    await page.evaluate(spaceOut);
    expect(await page.evaluate(findUnreadable)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  });
});

describe('for a visitor who prefers reduced motion', () => {
  test.for(ADDRESSES)('%s does not move', async (address, { open, expect }) => {
    const { page } = await open(address, { expects: NOT_FOUND_ERRORS });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await untilHydrated(page);
    const moving = await page.evaluate(() => {
      const lasts = (times: string) => times.split(',').some((time) => parseFloat(time) > 0.1); // always in seconds
      const moves = (element: Element, part?: string) => {
        const { transitionDuration, animationDuration, scrollBehavior } = getComputedStyle(element, part);
        return lasts(transitionDuration) || lasts(animationDuration) || scrollBehavior === 'smooth';
      };
      const all = [...document.querySelectorAll('*')];
      return all
        .filter((element) => [undefined, '::before', '::after'].some((part) => moves(element, part)))
        .map((element) => element.outerHTML.slice(0, 80));
    });
    expect(moving).toEqual([]);
  });

  test('pages change without a transition', async ({ open, expect }) => {
    const { page } = await open('/', {
      prepare: async (opened) => {
        await opened.emulateMedia({ reducedMotion: 'reduce' });
        await opened.addInitScript(() =>
          addEventListener('pagereveal', ({ viewTransition }) => {
            document.documentElement.dataset['moved'] = String(viewTransition !== null);
          }),
        );
      },
    });
    await page.locator('header a[href="/contact/"]').click();
    await page.waitForURL('**/contact/');
    await expect.poll(() => page.locator('html').getAttribute('data-moved')).toBe('false');
  });
});
