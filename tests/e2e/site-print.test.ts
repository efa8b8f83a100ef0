import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { siteTest } from '../helpers/site.ts';
import { ADDRESSES, NOT_FOUND_ERRORS } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser);

/** The number of A4 sheets the page takes. */
async function countSheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** The printed part of an A4 sheet, inside margins of 18 mm. */
const SHEET = { width: 658, height: 986 };

/** Sets sheets side by side as columns, which break where sheets break. Names what is cut and what its text leaves alone. */
function layOutInSheets({ width, height }: typeof SHEET) {
  const style = new CSSStyleSheet();
  style.replaceSync(`html { width: ${width}px; height: ${height}px; columns: ${width}px; gap: 0; column-fill: auto }`);
  document.adoptedStyleSheets.push(style);
  const sheetOf = ({ left }: DOMRect) => Math.floor((left + scrollX + 1) / width);
  const isCut = (element: Element) => {
    const pieces = [...element.getClientRects()];
    const fits = pieces.reduce((sum, piece) => sum + piece.height, 0) < height;
    return fits && new Set(pieces.map(sheetOf)).size > 1;
  };
  const isAlone = (heading: Element) => {
    const next = heading.nextElementSibling;
    return next !== null && sheetOf(next.getBoundingClientRect()) !== sheetOf(heading.getBoundingClientRect());
  };
  const textOf = (element: Element) => element.textContent.slice(0, 40);
  return {
    sheets: Math.round(document.documentElement.scrollWidth / width),
    cut: [...document.querySelectorAll('footer, figure, li, dl > div, main [aria-hidden]')].filter(isCut).map(textOf),
    alone: [...document.querySelectorAll('h1, h2, h3')].filter(isAlone).map(textOf),
  };
}

describe('on paper', () => {
  test('the case study takes two pages, and others three at most', async ({ open, expect }) => {
    const { page } = await open('/case-study/', { expects: NOT_FOUND_ERRORS });
    expect(await countSheets(page)).toBe(2);
    for (const address of ADDRESSES) {
      await page.goto(address);
      expect(await countSheets(page), address).toBeLessThanOrEqual(3);
    }
  });

  test('sheets never end in a figure, an item or the footer, or after a heading', async ({ open, expect }) => {
    const { page } = await open('/', { expects: NOT_FOUND_ERRORS, viewport: SHEET });
    await page.emulateMedia({ media: 'print' });
    for (const address of ADDRESSES) {
      await page.goto(address);
      const sheets = await countSheets(page);
      expect(await page.evaluate(layOutInSheets, SHEET), address).toEqual({ sheets, cut: [], alone: [] });
    }
  });

  test('every page leaves out screen-only content, and names its owner', async ({ open, expect }) => {
    const { page } = await open('/', { expects: NOT_FOUND_ERRORS });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const address of ADDRESSES) {
      await page.goto(address);
      for (const element of await page.locator('nav, form, .btn:not([href^="mailto:"])').all())
        expect(await element.isVisible(), address).toBe(false);
      for (const tip of await page.locator('[role=tooltip]').all()) expect(await tip.isVisible(), address).toBe(true);
      expect(await page.getByRole('heading', { level: 1 }).isVisible(), address).toBe(true);
      expect(await page.getByRole('banner').locator('svg').isVisible(), address).toBe(true);
      expect(await page.getByRole('banner').innerText(), address).toMatch(/^Draft for approval/);
      const footer = await page.getByRole('contentinfo').innerText();
      expect(footer, address).toMatch(/Company number: .+\. Registered office: /);
    }
  });

  test('it is black on white, whatever the screen', async ({ open, expect }) => {
    const { page } = await open('/case-study/');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const colours = await page.evaluate(() => {
      const { color } = getComputedStyle(document.querySelector('h1')!);
      return [color, getComputedStyle(document.documentElement).backgroundColor];
    });
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  });
});
