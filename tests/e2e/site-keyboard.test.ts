import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { findStops, travel } from '../helpers/focus.ts';
import { siteTest } from '../helpers/site.ts';
import { ADDRESSES, DESKTOP, documentsOf, NARROW, NOT_FOUND_ERRORS, pathOf, untilAwake } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser);

/** A desktop whose visitor has set the browser to 200%. */
const ENLARGED = { width: 640, height: 400 };

describe.each([
  ['on a desktop', DESKTOP, 'none'],
  ['at 200% and in forced colours', ENLARGED, 'active'],
  ['where the page is 320 pixels wide', NARROW, 'none'],
] as const)('%s', (_, viewport, forcedColors) => {
  test.for(ADDRESSES)('Tab goes through %s in its order, and shows where it is', async (address, { open, expect }) => {
    const { page } = await open(address, { viewport, expects: NOT_FOUND_ERRORS });
    await page.emulateMedia({ forcedColors });
    await untilAwake(page);
    const count = await findStops(page);
    const inOrder = Array.from({ length: count }, (_stop, index) => ({
      index,
      name: expect.stringMatching(/\w/) as string,
      troubles: [],
    }));
    expect(count).toBeGreaterThan(5);
    expect(await travel(page, 'Tab', count + 1)).toEqual([...inOrder, undefined]);
    expect(await travel(page, 'Shift+Tab', count)).toEqual(inOrder.toReversed());
  });
});

describe('with the keyboard', () => {
  test.for(ADDRESSES)('the first stop of %s leads past the header', async (address, { open, expect }) => {
    const visit = await open(address, { expects: NOT_FOUND_ERRORS });
    const { page } = visit;
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.locator('main :focus').count()).toBe(1);
    expect(documentsOf(visit)).toEqual([address]);
  });

  test.for(ADDRESSES)('Enter follows each link of %s once', async (address, { open, expect }) => {
    const visit = await open(address, { expects: NOT_FOUND_ERRORS });
    const { page, requests } = visit;
    // Header and footer are the same everywhere.
    const links = page.locator(address === '/' ? 'a[href^="/"]' : 'main a[href^="/"]');
    const count = await links.count();
    expect(count).toBeGreaterThan(0);
    for (let index = 0; index < count; index += 1) {
      const to = await links.nth(index).getAttribute('href');
      const before = requests.length;
      await links.nth(index).press('Enter');
      await page.waitForURL((url) => pathOf(url.href) === to, { waitUntil: 'load' });
      const documents = requests.slice(before).filter((request) => request.isNavigationRequest());
      expect(documents.map((request) => pathOf(request.url()))).toEqual([to]);
      await page.goto(address);
    }
  });
});
