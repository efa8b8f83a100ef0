import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { fillIn, submit } from '../helpers/enquiry.ts';
import { siteTest } from '../helpers/site.ts';
import { ADDRESSES, documentsOf, NOT_FOUND_ERRORS, pathOf, untilHydrated } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser);

/** The number of tooltips on the pages. */
const TIPS = [
  ['/', 2],
  ['/our-approach/', 1],
] as const;

/** All visible text, except what is shown only with or only without JavaScript. */
async function textOf(page: Page): Promise<string> {
  const text = await page.evaluate(() => {
    for (const element of document.querySelectorAll('[role=tooltip], noscript')) element.remove();
    return document.body.innerText;
  });
  return text.split(/\s+/).join(' ');
}

describe('without JavaScript', () => {
  test('every page has the same text as with JavaScript', async ({ open, expect }) => {
    const without = await open('/', { expects: NOT_FOUND_ERRORS, javaScript: false });
    const { page } = await open('/', { expects: NOT_FOUND_ERRORS });
    for (const address of [...ADDRESSES, '/x']) {
      await page.goto(address);
      await untilHydrated(page);
      await without.page.goto(address);
      const text = await textOf(without.page);
      expect(text.length, address).toBeGreaterThan(200);
      expect(text, address).toBe(await textOf(page));
    }
    expect(without.requests.filter((request) => request.resourceType() === 'script')).toEqual([]);
  });

  test('tooltips open on a click and close on Escape', async ({ open, expect }) => {
    const { page } = await open('/', { javaScript: false });
    for (const [address, count] of TIPS) {
      await page.goto(address);
      const triggers = await page.locator('button[aria-describedby]').all();
      expect(triggers.length, address).toBe(count);
      for (const trigger of triggers) {
        await trigger.click();
        expect(await page.getByRole('tooltip').innerText(), address).toMatch(/\w+ \w+/);
        await page.keyboard.press('Escape');
        expect(await page.getByRole('tooltip').count(), address).toBe(0);
      }
    }
  });

  test('an enquiry is not sent, neither by click nor by Enter', async ({ open, expect }) => {
    const visit = await open('/contact/', { javaScript: false });
    const { page, requests } = visit;
    await fillIn(page);
    const before = requests.length;
    await submit(page);
    await page.getByLabel('Full Name').press('Enter');
    expect(requests).toHaveLength(before);
    expect(pathOf(page.url())).toBe('/contact/');
    // A pending request would have been sent before the next page loads.
    await page.getByRole('main').getByRole('link', { name: /home/i }).click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(documentsOf(visit)).toEqual(['/contact/', '/']);
    expect(requests.every((request) => request.method() === 'GET' && !request.url().includes('visitor'))).toBe(true);
    await page.goBack();
    expect(pathOf(page.url())).toBe('/contact/');
  });

  test('the browser still requires the four values', async ({ open, expect }) => {
    const { page } = await open('/contact/', { javaScript: false });
    await submit(page);
    await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('name');
    expect(await page.locator('form :invalid').count()).toBe(4);
  });
});
