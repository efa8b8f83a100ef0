import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { allowPageCache, useBrowser } from '../helpers/browser.ts';
import { fillIn, submit } from '../helpers/enquiry.ts';
import { siteTest } from '../helpers/site.ts';
import { hover } from '../helpers/tooltips.ts';
import { ADDRESSES, loggedBy, NOT_FOUND_ERRORS, pathOf, untilHydrated } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser);
const testKept = siteTest(useBrowser('browser-with-page-cache'));

describe('a visitor', () => {
  test('who reads every page, its tooltips and the form leaves no trace', async ({ open, expect }) => {
    const visit = await open('/', { expects: NOT_FOUND_ERRORS });
    const { page, requests } = visit;
    for (const address of [...ADDRESSES, '/x']) {
      await page.goto(address);
      await untilHydrated(page);
      for (const trigger of (await page.locator('dt [aria-describedby]').all()).slice(0, 1)) {
        await trigger.scrollIntoViewIfNeeded();
        await hover(page, trigger);
        await page.getByRole('tooltip').waitFor();
      }
      if (address === '/contact/') {
        await fillIn(page);
        await submit(page);
        await expect.poll(() => loggedBy(visit)).toHaveLength(1);
      }
      const kept = await page.evaluate(async () => ({
        cookies: document.cookie,
        stores: localStorage.length + sessionStorage.length,
        databases: await indexedDB.databases(),
        caches: await caches.keys(),
        workers: (await navigator.serviceWorker.getRegistrations()).length,
      }));
      expect(kept, address).toEqual({ cookies: '', stores: 0, databases: [], caches: [], workers: 0 });
    }
    expect(await page.context().cookies()).toEqual([]); // including those hidden from scripts
    const answers = await Promise.all(requests.map((request) => request.response()));
    expect(answers.length).toBeGreaterThan(ADDRESSES.length);
    const cookies = await Promise.all(answers.map(async (answer) => answer?.headerValue('set-cookie')));
    expect(cookies.filter(Boolean)).toEqual([]);
  });

  test.for(ADDRESSES)('of %s sends at most six requests, and none twice', async (address, { open, expect }) => {
    const { page, requests } = await open(address, { expects: NOT_FOUND_ERRORS });
    await untilHydrated(page);
    // Browsers request an icon and the manifest at any time, and tests do not see it.
    const made = requests.filter((request) => request.resourceType() !== 'other');
    const untold = await page
      .locator('link[rel~=icon], link[rel=manifest]')
      .evaluateAll((links) => new Set(links.map((link) => link.getAttribute('rel'))).size);
    expect(made.length).toBeGreaterThan(1);
    expect(made.length + untold).toBeLessThanOrEqual(6);
    const bodies = await Promise.all(made.map(async (request) => (await request.response())!.body()));
    const repeated = made.filter((_, index) => bodies.slice(0, index).some((body) => body.equals(bodies[index]!)));
    expect(repeated.map((request) => pathOf(request.url()))).toEqual([]);
  });

  testKept.for(ADDRESSES)('who returns to %s finds it unchanged', async (address, { open, expect }) => {
    const { page } = await open(address, { expects: NOT_FOUND_ERRORS, prepare: allowPageCache });
    await untilHydrated(page);
    expect((await listenersOf(page)).filter((type) => /unload/.test(type))).toEqual([]);
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => (document.documentElement.dataset['kept'] = String(persisted))),
    );
    const elsewhere = address === '/' ? '/contact/' : '/';
    await page.locator(`header a[href="${elsewhere}"]`).press('Enter');
    await page.waitForURL(`**${elsewhere}`);
    await page.goBack({ waitUntil: 'commit' }); // a cached page is not loaded again
    await expect.poll(() => page.locator('html').getAttribute('data-kept')).toBe('true');
    expect(pathOf(page.url())).toBe(address);
  });
});

/** The types of window events that the page's scripts listen to. */
async function listenersOf(page: Page): Promise<string[]> {
  const tools = await page.context().newCDPSession(page);
  const { result } = await tools.send('Runtime.evaluate', { expression: 'window' });
  const { listeners } = await tools.send('DOMDebugger.getEventListeners', { objectId: result.objectId! });
  return listeners.map(({ type }) => type);
}
