import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';
import { siteTest, type Open } from '../helpers/site.ts';
import { findTooltips, hover, shownOn, watchTooltipsByClock, type Tooltip } from '../helpers/tooltips.ts';

const browser = useBrowser();

describe.each(RUNTIMES)('with the keyboard, a tooltip on %s', (runtime) => {
  const test = siteTest(browser, runtime);

  /** The home page, where time stands still, with the focus moved by Tab to the first tooltip's trigger. */
  async function tabToFirst(open: Open) {
    const visit = await open('/', { prepare: watchTooltipsByClock });
    const { page } = visit;
    const [a, b] = await findTooltips(visit);
    await page.clock.pauseAt(60_000);
    await a.trigger.evaluate((trigger) => {
      const stops = [...document.querySelectorAll<HTMLElement>('a[href], button')];
      stops[stops.indexOf(trigger as HTMLElement) - 1]?.focus();
    });
    await page.keyboard.press('Tab');
    return { page, a, b, pass: (ms: number) => page.clock.runFor(ms) };
  }

  function hasFocus({ trigger }: Tooltip): Promise<boolean> {
    return trigger.evaluate((element) => element === document.activeElement);
  }

  test('opens at once on focus, stays with it, and closes when it moves on', async ({ open, expect }) => {
    const { page, a, b, pass } = await tabToFirst(open);
    expect(await shownOn(page)).toEqual(['', a.id]);
    await pass(30_000);
    await page.keyboard.press('Tab');
    expect(await hasFocus(b)).toBe(true);
    expect(await shownOn(page)).toEqual(['', a.id, '', b.id]);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await shownOn(page)).toEqual(['', a.id, '', b.id, '', a.id, '']);
  });

  test('closes on Escape, keeps the focus, and stays closed until the focus comes again', async ({ open, expect }) => {
    const { page, a, pass } = await tabToFirst(open);
    await page.keyboard.press('Escape');
    await pass(5000);
    expect(await hasFocus(a)).toBe(true);
    expect(await shownOn(page)).toEqual(['', a.id, '']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await a.tip.isVisible()).toBe(true);
  });

  test('takes Escape for itself only while it is open', async ({ open, expect }) => {
    const { page } = await tabToFirst(open);
    await page.evaluate(() => {
      const taken: boolean[] = [];
      addEventListener('keydown', (event) => taken.push(event.defaultPrevented));
      Object.assign(window, { taken });
    });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => (window as unknown as { taken: boolean[] }).taken)).toEqual([true, false]);
  });

  test('gives way to the one that the pointer opens: there are never two', async ({ open, expect }) => {
    const { page, a, b, pass } = await tabToFirst(open);
    await hover(page, b.trigger);
    await pass(710);
    expect(await shownOn(page)).toEqual(['', a.id, b.id]);
  });

  test('describes its trigger, which is a button with a name of its own', async ({ open, expect }) => {
    const { page, a } = await tabToFirst(open);
    expect(await a.tip.getAttribute('role')).toBe('tooltip');
    expect(await a.tip.innerText()).toMatch(/\w+ \w+/);
    expect(await page.locator(':focus').getAttribute('aria-describedby')).toBe(a.id);
    expect(await page.getByRole('button').and(a.trigger).innerText()).toMatch(/\w/);
  });
});
