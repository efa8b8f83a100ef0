import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { findStops, travel } from '../helpers/focus.ts';
import { siteTest } from '../helpers/site.ts';
import { ADDRESSES, DESKTOP, NARROW, NOT_FOUND_ERRORS, untilHydrated } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser);

/** A desktop with the browser zoomed to 200%. */
const ENLARGED = { width: 640, height: 400 };

describe.each([
  ['on a desktop', DESKTOP, 'none'],
  ['at 200% and in forced colours', ENLARGED, 'active'],
  ['where the page is 320 pixels wide', NARROW, 'none'],
] as const)('%s', (_, viewport, forcedColors) => {
  test.for(ADDRESSES)('Tab goes through %s in order, with a visible focus', async (address, { open, expect }) => {
    const { page } = await open(address, { viewport, expects: NOT_FOUND_ERRORS });
    await page.emulateMedia({ forcedColors });
    await untilHydrated(page);
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
