import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';
import { siteTest } from '../helpers/site.ts';
import { untilHydrated } from '../helpers/visit.ts';

const browser = useBrowser();

/** Holds back the page's script until it is released. */
function holdScript() {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const prepare = (page: Page) =>
    page.route('**/*.js', async (route) => {
      await released;
      await route.continue();
    });
  return { prepare, release: () => release() };
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** The visitor's position: the focused field, and its selection. */
const caretIn = (page: Page) =>
  page.evaluate(() => {
    const { id, selectionStart, selectionEnd } = document.activeElement as HTMLTextAreaElement;
    return [id, selectionStart, selectionEnd];
  });

describe.each(RUNTIMES)('a contact page on %s, whose script arrives late,', (runtime) => {
  const test = siteTest(browser, runtime);

  test('does not lose keystrokes when the script arrives', async ({ open, expect }) => {
    const { prepare, release } = holdScript();
    const visit = await open('/contact/', { waitUntil: 'commit', prepare });
    const { page } = visit;
    const message = field(page, 'Your Data Challenge');
    await message.focus();
    await page.keyboard.type('[]');
    await page.keyboard.press('ArrowLeft');
    let isHydrated = false;
    const hydrated = page
      .waitForLoadState('load')
      .then(() => untilHydrated(page))
      .then(() => (isHydrated = true));

    // Each letter is typed between the two brackets, where the caret has to stay.
    let typed = '';
    for (let lettersTyped = 0; lettersTyped < 50; lettersTyped += isHydrated ? 1 : 0) {
      if (typed.length === 50) release();
      const letter = 'abcdefghij'.charAt(typed.length % 10);
      await page.keyboard.type(letter, { delay: 15 });
      typed += letter;
    }
    await hydrated;

    expect(typed.length).toBeGreaterThanOrEqual(100); // half of them before
    expect(await message.inputValue()).toBe(`[${typed}]`);
    expect(await caretIn(page)).toEqual(['message', typed.length + 1, typed.length + 1]);
  });
});
