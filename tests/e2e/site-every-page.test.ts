import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { ENQUIRY, fillIn, submit } from '../helpers/enquiry.ts';
import { siteTest } from '../helpers/site.ts';
import { ADDRESSES, loggedBy, NARROW, NOT_FOUND_ERRORS, untilAwake } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser, 'preact');
const testOnReact = siteTest(browser, 'react');

describe('every page', () => {
  test('has one heading of the first level, and its landmarks', async ({ open, expect }) => {
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
  });

  test('has the footer', async ({ open, expect }) => {
    const { page } = await open('/', { expects: NOT_FOUND_ERRORS });
    for (const address of [...ADDRESSES, '/x']) {
      await page.goto(address);
      const footer = page.getByRole('contentinfo');
      const text = await footer.innerText();
      expect(text, address).toContain('London • New York');
      expect(text, address).toMatch(/© .*\w/);
      expect(text, address).toMatch(/company number:? \w{8}\b/i);
      expect(await footer.locator('a[href="/case-study/"]').isVisible(), address).toBe(true);
      const email = footer.locator('a[href^="mailto:"]');
      expect(await email.getAttribute('href'), address).toBe(`mailto:${await email.innerText()}`);
    }
  });

  test('has one script where it has an island, and none where it has not', async ({ open, expect }) => {
    const { page } = await open('/', { expects: NOT_FOUND_ERRORS });
    for (const address of ADDRESSES) {
      await page.goto(address);
      const scripts = await page
        .locator('script:not([type="application/ld+json"], [type=speculationrules])') // data, which nothing runs
        .evaluateAll((all) => all.map((script) => script.getAttribute('type')));
      const hasIsland = (await page.locator('sitegen-island').count()) > 0;
      expect({ hasIsland, scripts }, address).toEqual(
        address === '/500.html' ? { hasIsland: false, scripts: [] } : { hasIsland: true, scripts: ['module'] },
      );
    }
  });

  test('needs no sideways scrolling where it is 320 pixels wide', async ({ open, expect }) => {
    const { page } = await open('/', { expects: NOT_FOUND_ERRORS, viewport: NARROW });
    for (const address of ADDRESSES) {
      await page.goto(address);
      const width = await page.evaluate(() => {
        scrollTo(1000, 0);
        return { scrolled: scrollX, content: document.documentElement.scrollWidth };
      });
      expect(width, address).toEqual({ scrolled: 0, content: 320 });
    }
  });
});

describe.each([
  ['preact', test],
  ['react', testOnReact],
] as const)('the site on %s', (_, testOn) => {
  testOn('forbids its pages everything but their own files, and never breaks that rule', async ({ open, expect }) => {
    const visit = await open('/', { expects: NOT_FOUND_ERRORS });
    const { page } = visit;
    for (const address of ADDRESSES) {
      await page.goto(address);
      await untilAwake(page);
      const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("form-action 'none'");
      expect(policy).not.toContain('unsafe');
    }
    expect(visit.troubles).toEqual([]);
  });

  testOn('is seen to break that rule where it does', async ({ open, expect }) => {
    const visit = await open('/', { expects: [/content security policy/i, /tracker\.example/] });
    await visit.page.evaluate(() =>
      document.body.append(Object.assign(new Image(), { src: 'https://tracker.example/' })),
    );
    await expect
      .poll(() => loggedBy(visit))
      .toEqual([['Breach of the content security policy:', 'img-src', 'https://tracker.example/']]);
  });

  testOn('leaves nothing on the device: no cookies, no storage', async ({ open, expect }) => {
    const visit = await open('/contact/', { expects: NOT_FOUND_ERRORS });
    const { page } = visit;
    await untilAwake(page);
    await fillIn(page);
    await submit(page);
    await expect.poll(() => loggedBy(visit)).toEqual([[ENQUIRY]]);
    for (const address of [...ADDRESSES, '/x']) {
      await page.goto(address);
      await untilAwake(page);
    }
    expect(await page.context().storageState({ indexedDB: true })).toEqual({ cookies: [], origins: [] });
    const kept = await page.evaluate(async () => [
      sessionStorage.length,
      (await caches.keys()).length,
      (await navigator.serviceWorker.getRegistrations()).length,
    ]);
    expect(kept).toEqual([0, 0, 0]);
  });
});
