import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { siteTest } from '../helpers/site.ts';
import { ADDRESSES, NOT_FOUND_ERRORS } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser);

describe('every page', () => {
  test('has one first-level heading, and its landmarks', async ({ open, expect }) => {
    const { page } = await open('/', { expects: NOT_FOUND_ERRORS });
    for (const address of ADDRESSES) {
      await page.goto(address);
      expect(await page.locator('html').getAttribute('lang')).toBe('en-GB');
      expect(await page.title(), address).toMatch(/^\S.+ – \S.+$/);
      for (const role of ['banner', 'main', 'contentinfo'] as const) {
        expect(await page.getByRole(role).count(), `${address} ${role}`).toBe(1);
      }
      expect(await page.getByRole('heading', { level: 1 }).count(), address).toBe(1);
    }
    await page.goto('/500.html');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Unexpected Application Error!');
  });

  test('has the footer', async ({ open, expect }) => {
    const { page } = await open('/', { expects: NOT_FOUND_ERRORS });
    for (const address of [...ADDRESSES, '/x']) {
      await page.goto(address);
      const footer = page.getByRole('contentinfo');
      const text = await footer.innerText();
      expect(text, address).toContain('London • New York');
      expect(text, address).toMatch(/© .*\w/);
      expect(text, address).toMatch(/company number: (\w{8}|to follow)\b/i);
      expect(await footer.locator('a[href="/case-study/"]').isVisible(), address).toBe(true);
      const email = footer.locator('a[href^="mailto:"]');
      expect(await email.getAttribute('href'), address).toBe(`mailto:${await email.innerText()}`);
    }
  });

  test('has one script if it has an island, and none otherwise', async ({ open, expect }) => {
    const { page } = await open('/', { expects: NOT_FOUND_ERRORS });
    for (const address of ADDRESSES) {
      await page.goto(address);
      const scripts = await page
        .locator('script:not([type="application/ld+json"], [type=speculationrules])') // data that is not executed
        .evaluateAll((all) => all.map((script) => script.getAttribute('type')));
      const hasIsland = (await page.locator('sitegen-island').count()) > 0;
      const isStatic = ['/case-study/', '/500.html', '/draft/'].includes(address);
      expect({ hasIsland, scripts }, address).toEqual(
        isStatic ? { hasIsland: false, scripts: [] } : { hasIsland: true, scripts: ['module'] },
      );
    }
  });
});
