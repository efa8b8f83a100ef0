import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { siteTest } from '../helpers/site.ts';
import { ADDRESSES, documentsOf, NOT_FOUND_ERRORS, pathOf } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser);

describe('by keyboard', () => {
  test.for(ADDRESSES)('the first stop on %s skips the header', async (address, { open, expect }) => {
    const visit = await open(address, { expects: NOT_FOUND_ERRORS });
    const { page } = visit;
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to main content');
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.locator('main :focus').count()).toBe(1);
    expect(documentsOf(visit)).toEqual([address]);
  });

  test.for(ADDRESSES)('Enter follows each link on %s once', async (address, { open, expect }) => {
    const visit = await open(address, { expects: NOT_FOUND_ERRORS });
    const { page, requests } = visit;
    // Header and footer are the same on all pages.
    const links = page.locator(address === '/' ? 'a[href^="/"]' : 'main a[href^="/"]');
    const count = await links.count();
    expect(count).toBeGreaterThan(0);
    for (let index = 0; index < count; index += 1) {
      const to = await links.nth(index).getAttribute('href');
      const before = requests.length;
      await links.nth(index).press('Enter');
      await page.waitForURL((url) => pathOf(url.href) === to, { waitUntil: 'load' });
      const documents = requests.slice(before).filter((request) => request.isNavigationRequest());
      expect(documents.map((request) => pathOf(request.url()))).toEqual([to?.replace(/#.*/, '')]);
      await page.goto(address);
    }
  });
});
