import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';
import { siteTest, type Open } from '../helpers/site.ts';
import { findTooltips, shownOn, untilShown, watchTooltipsByClock, type Tooltip } from '../helpers/tooltips.ts';

const browser = useBrowser();

describe.each(RUNTIMES)('by keyboard, a tooltip on %s', (runtime) => {
  const test = siteTest(browser, runtime);

  /** The home page, with the focus moved to the first tooltip's trigger by Tab. */
  async function tabToFirst(open: Open) {
    const visit = await open('/', { viewport: { width: 1280, height: 4000 }, prepare: watchTooltipsByClock });
    const { page } = visit;
    const [a, b] = await findTooltips(visit);
    await a.trigger.evaluate((trigger) => {
      const stops = [...document.querySelectorAll<HTMLElement>('a[href], button')];
      stops[stops.indexOf(trigger as HTMLElement) - 1]?.focus();
    });
    await page.keyboard.press('Tab');
    return { page, a, b };
  }

  function hasFocus({ trigger }: Tooltip): Promise<boolean> {
    return trigger.evaluate((element) => element === document.activeElement);
  }

  test('opens on Enter, closes on Escape, and keeps the focus', async ({ open, expect }) => {
    const { page, a } = await tabToFirst(open);
    await page.clock.runFor(5000);
    expect(await shownOn(page)).toEqual(['']);
    for (const [key, shown] of [['Enter', a], ['Escape'], ['Enter', a], ['Escape']] as const) {
      await page.keyboard.press(key);
      await untilShown(page, shown);
    }
    expect(await shownOn(page)).toEqual(['', a.id, '', a.id, '']);
    expect(await hasFocus(a)).toBe(true);
  });

  test('describes its trigger, which is a button with its own name', async ({ open, expect }) => {
    const { page, a } = await tabToFirst(open);
    await page.keyboard.press('Enter');
    expect(await a.tip.getAttribute('role')).toBe('tooltip');
    expect(await a.tip.innerText()).toMatch(/\w+ \w+/);
    expect(await page.locator(':focus').getAttribute('aria-describedby')).toBe(a.id);
    expect(await page.getByRole('button').and(a.trigger).innerText()).toMatch(/\w/);
  });
});
