import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { ENQUIRY, typedInto } from '../helpers/enquiry.ts';
import { RUNTIMES, siteTest } from '../helpers/site.ts';
import { documentsOf, loggedBy, untilAwake } from '../helpers/visit.ts';

const browser = useBrowser();

/** How long the script takes to arrive, in ms. */
const SLOW = 3000;

const prepare = (page: Page) =>
  page.route('**/*.js', async (route) => {
    await pause(SLOW);
    await route.continue();
  });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Where the visitor is: the field with the focus, and what is selected there. */
const caretIn = (page: Page) =>
  page.evaluate(() => {
    const { id, selectionStart, selectionEnd } = document.activeElement as HTMLTextAreaElement;
    return [id, selectionStart, selectionEnd];
  });

describe.each(RUNTIMES)('a contact page whose script takes three seconds, on %s,', (runtime) => {
  const test = siteTest(browser, runtime);

  test('takes nothing from a visitor who types, pastes and has a field filled in', async ({ open, expect }) => {
    const visit = await open('/contact/', { waitUntil: 'commit', prepare });
    const { page } = visit;
    await field(page, 'Full Name').pressSequentially(ENQUIRY['name']!);
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+X');
    await page.keyboard.press('Control+V');
    await field(page, 'Organisation').focus();
    await page.keyboard.press('Control+V');
    await field(page, 'Email Address').evaluate(
      (element: HTMLInputElement, text) => (element.value = text),
      ENQUIRY['email'],
    );
    await field(page, 'Your Data Challenge').pressSequentially('One register.');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    const early = await page.evaluate(() => document.readyState);

    await page.waitForLoadState('load');
    await untilAwake(page);

    expect(early).not.toBe('complete');
    expect(await caretIn(page)).toEqual(['message', 0, 3]);
    await page.keyboard.type('Two');
    const enquiry = { ...ENQUIRY, company: ENQUIRY['name'], message: 'Two register.' };
    expect(await typedInto(page)).toEqual(enquiry);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => loggedBy(visit)).toEqual([[enquiry]]);
    expect(documentsOf(visit)).toEqual(['/contact/']);
  });

  test('loses no key of a visitor who is typing when it arrives', async ({ open, expect }) => {
    const visit = await open('/contact/', { waitUntil: 'commit', prepare });
    const { page } = visit;
    const words = 'Which of the two registers is right, and since when? ';
    await field(page, 'Your Data Challenge').focus();
    const arrived = page.waitForLoadState('load').then(() => untilAwake(page));
    let isAwake = false;
    let typed = '';
    void arrived.then(() => (isAwake = true));

    // Half of it before, half of it after the form has woken; the caret is in the middle all the time.
    await page.keyboard.type('[]');
    await page.keyboard.press('ArrowLeft');
    let left = words.length;
    while (left > 0) {
      const letter = words[typed.length % words.length]!;
      await page.keyboard.type(letter, { delay: 15 });
      typed += letter;
      if (isAwake) left -= 1;
    }

    expect(typed.length).toBeGreaterThan(words.length * 2);
    expect(await field(page, 'Your Data Challenge').inputValue()).toBe(`[${typed}]`);
    expect(await caretIn(page)).toEqual(['message', typed.length + 1, typed.length + 1]);
  });
});
