import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { submit } from '../helpers/enquiry.ts';
import { siteTest } from '../helpers/site.ts';
import { showEach, watchTooltips } from '../helpers/tooltips.ts';
import { ADDRESSES, DESKTOP, NARROW, NOT_FOUND_ERRORS, PHONE, untilHydrated } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser);
const answeredTest = siteTest(browser, 'answered');

const WIDTHS = [375, 768, 1280, 1920];
const VIEWPORTS = WIDTHS.map((width) => ({ width, height: 800 }));

answeredTest.for(VIEWPORTS)(
  'a tip covers no figure of its list, no term and no evidence at a width of $width pixels',
  async (viewport, { open, expect }) => {
    const visit = await open('/', { viewport, prepare: watchTooltips });
    const seen: string[] = [];
    for await (const { address, id, tip } of showEach(visit)) {
      const covered = await tip.evaluate((box) => {
        const { left, top, right, bottom } = box.getBoundingClientRect();
        const group = [...box.closest('[data-figures]')!.querySelectorAll('dd, button, p')];
        return group
          .filter((element) => {
            const text = document.createRange();
            text.selectNodeContents(element);
            return [...text.getClientRects()].some(
              (line) => line.left < right && line.right > left && line.top < bottom && line.bottom > top,
            );
          })
          .map(({ textContent }) => textContent);
      });
      expect(covered, `${address} ${id}`).toEqual([]);
      seen.push(id);
    }
    expect(seen.length).toBeGreaterThan(10);
  },
);

answeredTest('a tip is as wide as its list on a phone', async ({ open, expect }) => {
  const visit = await open('/', { viewport: PHONE, prepare: watchTooltips });
  for await (const { tip } of showEach(visit)) {
    const list = tip.locator('xpath=ancestor::dl');
    expect((await tip.boundingBox())!.width).toBe((await list.boundingBox())!.width);
  }
});

describe.each([
  { site: 'a draft', run: test },
  { site: 'answered', run: answeredTest },
])('with text at 200 %, $site', ({ run }) => {
  run.for(VIEWPORTS)(
    'nothing is wider than a window of $width pixels, and no word is broken',
    async (viewport, { open, expect }) => {
      const { page } = await open('/', { viewport, expects: NOT_FOUND_ERRORS });
      for (const address of ADDRESSES.filter((other) => other !== '/draft/' || run === test)) {
        await page.goto(address);
        const tooWide = await page.evaluate(() => {
          const wordsOf = (element: Element) => {
            const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            const words: Range[] = [];
            while (walker.nextNode()) {
              for (const { index, 0: word } of walker.currentNode.textContent!.matchAll(/[\p{L}\d£%.,]+/gu)) {
                const range = document.createRange();
                range.setStart(walker.currentNode, index);
                range.setEnd(walker.currentNode, index + word.length);
                words.push(range);
              }
            }
            return words;
          };
          const sheet = new CSSStyleSheet();
          sheet.replaceSync('html { font-size: 200% !important }');
          document.adoptedStyleSheets.push(sheet);
          const isTooWide = (element: Element) => element.getBoundingClientRect().right > innerWidth + 1;
          const elements = [...document.querySelectorAll('body *')].filter(
            (element) => !element.closest('svg *'), // clipped by their containers
          );
          const isBroken = (word: Range) => new Set([...word.getClientRects()].map(({ top }) => top)).size > 1;
          // On wider screens, browsers with text that large choose the layout of narrower ones.
          const texts = innerWidth > 400 ? [] : document.querySelectorAll('h1, h2, h3, dd, a');
          return {
            elements: elements.filter(isTooWide).map((element) => element.outerHTML.slice(0, 80)),
            words: [...texts].flatMap(wordsOf).filter(isBroken).map(String),
            page: document.documentElement.scrollWidth,
          };
        });
        expect(tooWide, address).toEqual({ elements: [], words: [], page: viewport.width });
      }
    },
  );
});

test('icons and marks grow with the text', async ({ open, expect }) => {
  const { page } = await open('/');
  const widths = () =>
    page
      .locator('header svg, footer svg, button svg, main li:has(h3) > svg[viewBox="0 0 64 64"]')
      .evaluateAll((icons) => icons.map((icon) => icon.getBoundingClientRect().width));
  const before = await widths();
  expect(before.length).toBeGreaterThan(7);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  expect((await widths()).map((width) => Math.round(width))).toEqual(before.map((width) => Math.round(2 * width)));
});

test('the navigation is one row at 320 pixels', async ({ open, expect }) => {
  const { page } = await open('/', { viewport: NARROW });
  const tops = await page
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

test('red marks at most five shapes on a page, besides the brand mark and the key of a plan', async ({
  open,
  expect,
}) => {
  const { page } = await open('/', { expects: NOT_FOUND_ERRORS });
  for (const address of ADDRESSES) {
    await page.goto(address);
    const red = await page.locator('body *').evaluateAll((elements) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--color-red)';
      const { color } = getComputedStyle(probe);
      probe.remove();
      const isRed = (element: Element) => {
        const {
          color: ink,
          stroke,
          fill,
          backgroundColor,
          borderTopColor,
          borderTopWidth,
          filter,
        } = getComputedStyle(element);
        const besides = '[viewBox="1 1 14 14"], [viewBox="0 0 28 4"]';
        if (element.closest(besides) || filter.includes('grayscale')) return false;
        const painted = [ink, backgroundColor, borderTopWidth === '0px' ? '' : borderTopColor];
        if (element instanceof SVGElement) painted.push(stroke, fill);
        return painted.includes(color);
      };
      return elements.filter(isRed).length;
    });
    // On the first page: the line and where it moves, and the record’s plot and stamp, whose words are one more.
    expect(red, address).toBeLessThanOrEqual(address === '/' ? 5 : 2);
  }
});

test.for([PHONE, DESKTOP])(
  'an invalid enquiry shows the label of its field ($width pixels)',
  async (viewport, { open, expect }) => {
    const { page } = await open('/contact/', { viewport });
    await untilHydrated(page);
    await submit(page);
    await page.locator('[name=name]:focus').waitFor();
    const label = page.locator('label[for=name]');
    await expect.poll(async () => (await label.boundingBox())!.y).toBeGreaterThanOrEqual(0);
  },
);
