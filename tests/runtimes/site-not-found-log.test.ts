import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { allowPageCache, useBrowser } from '../helpers/browser.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';
import { siteTest } from '../helpers/site.ts';
import { loggedBy, NOT_FOUND_ERRORS, untilHydrated } from '../helpers/visit.ts';

const browser = useBrowser();

const browserWithPageCache = useBrowser('browser-with-page-cache');

/** Makes pages believe they are being prerendered. */
const fetchAhead = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
  });

/** Simulates the activation of a prerendered page. */
function arrive(): void {
  Object.defineProperty(document, 'prerendering', { configurable: true, value: false });
  document.dispatchEvent(new Event('prerenderingchange'));
}

type Counting = typeof window & { errors?: number };

/** Counts console errors of the page's scripts from now on. */
function countErrors(): void {
  const { error } = console;
  const counting: Counting = window;
  counting.errors = 0;
  console.error = (...args) => {
    counting.errors = (counting.errors ?? 0) + 1;
    error(...args);
  };
}

/** Leaves for the first page, and comes back. */
async function goAndComeBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Return to Home', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goBack({ waitUntil: 'commit' }); // a cached page is not loaded again
  await untilHydrated(page);
}

describe.each(RUNTIMES)('an unknown path on %s', (runtime) => {
  const test = siteTest(browser, runtime);
  const testKept = siteTest(browserWithPageCache, runtime);

  test('is logged once, as a separate argument, without query and fragment', async ({ open, expect }) => {
    const visit = await open('/a/b/c', { expects: NOT_FOUND_ERRORS });
    const logs = (...paths: string[]) => paths.map((path) => [expect.not.stringContaining(path), path]);
    await expect.poll(() => loggedBy(visit)).toEqual(logs('/a/b/c'));
    await visit.page.goto('/contact/x?email=ann@visitor.example#top');
    await expect.poll(() => loggedBy(visit)).toEqual(logs('/a/b/c', '/contact/x'));
    await visit.page.goto('/%25o%25c');
    await expect.poll(() => loggedBy(visit)).toEqual(logs('/a/b/c', '/contact/x', '/%25o%25c'));
  });

  test('is not logged while the page is prerendered, but once when it is shown', async ({ open, expect }) => {
    const visit = await open('/x', { expects: NOT_FOUND_ERRORS, prepare: fetchAhead });
    const { page } = visit;
    await untilHydrated(page);
    expect(await loggedBy(visit)).toEqual([]);
    await page.evaluate(arrive);
    await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
    expect(await loggedBy(visit)).toEqual([[expect.any(String), '/x']]);
  });

  // Chromium does not cache pages with status 404; other browsers do.
  test('is not logged again when an event restores the page', async ({ open, expect }) => {
    const visit = await open('/x', { expects: NOT_FOUND_ERRORS });
    const { page } = visit;
    await untilHydrated(page);
    await page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await untilHydrated(page);
    expect(await loggedBy(visit)).toEqual([[expect.any(String), '/x']]);
  });

  testKept('is not logged again by a page from the back/forward cache', async ({ open, expect }) => {
    const { page } = await open('/404.html', { expects: NOT_FOUND_ERRORS, prepare: allowPageCache });
    await untilHydrated(page);
    await page.evaluate(countErrors);
    await goAndComeBack(page);
    // Counted in the page, where the count survives only in a cached page: tools receive the old messages again.
    expect(await page.evaluate(() => (window as Counting).errors)).toBe(0);
  });

  test('is logged again by a page that was not cached', async ({ open, expect }) => {
    const visit = await open('/x', { expects: NOT_FOUND_ERRORS });
    const { page } = visit;
    await untilHydrated(page);
    await goAndComeBack(page);
    await expect
      .poll(() => loggedBy(visit))
      .toEqual([
        [expect.any(String), '/x'],
        [expect.any(String), '/x'],
      ]);
  });
});
