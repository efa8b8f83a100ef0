import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { ENQUIRY, FIELDS, fillIn, submit, typedInto } from '../helpers/enquiry.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';
import { siteTest, type Open } from '../helpers/site.ts';
import { documentsOf, loggedBy, pathOf, untilHydrated } from '../helpers/visit.ts';

const browser = useBrowser();

describe.each(RUNTIMES)('the enquiry form on %s', (runtime) => {
  const test = siteTest(browser, runtime);

  async function openForm(open: Open) {
    const visit = await open('/contact/');
    await untilHydrated(visit.page);
    return { visit, page: visit.page };
  }

  test('has no other effect: no request, navigation, reset, message or storage', async ({ open, expect }) => {
    const { visit, page } = await openForm(open);
    await fillIn(page);
    const lookAtPage = async () => ({
      url: page.url(),
      text: await page.locator('body').innerText(),
      typed: await typedInto(page),
      requests: visit.requests.length,
      stored: await page.context().storageState({ indexedDB: true }),
    });
    const before = await lookAtPage();
    await submit(page);
    await expect.poll(() => loggedBy(visit)).toHaveLength(1);
    await untilHydrated(page);
    expect(await lookAtPage()).toEqual(before);
    await page.getByRole('contentinfo').getByRole('link').first().hover(); // a request would have been sent by then
    expect(visit.requests).toHaveLength(before.requests);
    expect(documentsOf(visit)).toEqual(['/contact/']);
  });

  test('is submitted by Enter in a single-line field', async ({ open, expect }) => {
    const { visit, page } = await openForm(open);
    await fillIn(page);
    for (const [, label] of FIELDS.slice(0, 3)) await page.getByLabel(label, { exact: true }).press('Enter');
    await expect.poll(() => loggedBy(visit)).toEqual([[ENQUIRY], [ENQUIRY], [ENQUIRY]]);
    expect(pathOf(page.url())).toBe('/contact/');
  });

  test('logs the current values when it is submitted again', async ({ open, expect }) => {
    const { visit, page } = await openForm(open);
    await fillIn(page);
    await submit(page);
    await page.getByLabel('Organisation').fill('Another one');
    await submit(page);
    await expect.poll(() => loggedBy(visit)).toEqual([[ENQUIRY], [{ ...ENQUIRY, company: 'Another one' }]]);
  });

  test('logs nothing while a field is empty, and focuses that field', async ({ open, expect }) => {
    const { visit, page } = await openForm(open);
    for (const [name, label] of FIELDS) {
      await fillIn(page, { [name]: '' });
      await submit(page);
      const field = page.getByLabel(label, { exact: true });
      await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe(name);
      expect(await field.evaluate((element: HTMLInputElement) => element.validity.valueMissing)).toBe(true);
    }
    await fillIn(page);
    await submit(page);
    // The console is ordered: anything logged by the other submits would come before this.
    await expect.poll(() => loggedBy(visit)).toEqual([[ENQUIRY]]);
  });
});
