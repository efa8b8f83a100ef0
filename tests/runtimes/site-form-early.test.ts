import type { Route } from 'playwright-core';
import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { ENQUIRY, fillIn, submit, typedInto } from '../helpers/enquiry.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';
import { siteTest, type Open } from '../helpers/site.ts';
import { documentsOf, loggedBy, pathOf, untilHydrated } from '../helpers/visit.ts';

const browser = useBrowser();

describe.each(RUNTIMES)('an enquiry form on %s', (runtime) => {
  const test = siteTest(browser, runtime);

  /** The form before its script has arrived. */
  async function openEarly(open: Open) {
    const held: Route[] = [];
    const visit = await open('/contact/', {
      waitUntil: 'commit',
      prepare: (page) => page.route('**/*.js', (route) => void held.push(route)),
    });
    const { page } = visit;
    const letScriptIn = async () => {
      await Promise.all(held.map((route) => route.continue()));
      await page.waitForLoadState('load');
      await untilHydrated(page);
    };
    await page.getByRole('button', { name: 'Submit Enquiry' }).waitFor();
    return { visit, page, letScriptIn };
  }

  test('does nothing if it is submitted before its script arrived', async ({ open, expect }) => {
    const { visit, page, letScriptIn } = await openEarly(open);
    await fillIn(page);
    await submit(page);
    await page.getByLabel('Full Name').press('Enter');
    await letScriptIn();
    expect(documentsOf(visit)).toEqual(['/contact/']);
    expect(pathOf(page.url())).toBe('/contact/');
    expect(await typedInto(page)).toEqual(ENQUIRY);
    expect(await loggedBy(visit)).toEqual([]);
  });

  test('logs values restored by the browser when the visitor returns', async ({ open, expect }) => {
    const visit = await open('/contact/');
    const { page } = visit;
    await fillIn(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Case study' }).click();
    await page.waitForURL('**/case-study/');
    await page.goBack();
    await untilHydrated(page);
    await expect.poll(() => typedInto(page)).toEqual(ENQUIRY);
    await submit(page);
    await expect.poll(() => loggedBy(visit)).toEqual([[ENQUIRY]]);
  });
});
