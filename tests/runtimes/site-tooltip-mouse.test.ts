import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';
import { siteTest, type Open } from '../helpers/site.ts';
import {
  bringIntoView,
  findTooltips,
  hover,
  leave,
  shownOn,
  stir,
  watchTooltips,
  watchTooltipsByClock,
} from '../helpers/tooltips.ts';
import { DESKTOP } from '../helpers/visit.ts';

const browser = useBrowser();

/** Shows the whole home page: its tooltips are far apart. */
const TALL = { width: 1280, height: 4000 };

describe.each(RUNTIMES)('by mouse, a tooltip on %s', (runtime) => {
  const test = siteTest(browser, runtime);

  /** The home page with a stopped clock, and its first two tooltips. */
  async function openHome(open: Open, viewport = TALL) {
    const visit = await open('/', { viewport, prepare: watchTooltipsByClock });
    const { page } = visit;
    const [a, b] = await findTooltips(visit);
    await bringIntoView(page, a);
    await page.clock.pauseAt(60_000);
    return { page, a, b, pass: (ms: number) => page.clock.runFor(ms) };
  }

  test('is hidden after 690 ms and visible after 710', async ({ open, expect }) => {
    const { page, a, pass } = await openHome(open);
    await hover(page, a.trigger);
    await pass(690);
    expect(await a.tip.isVisible()).toBe(false);
    await pass(20);
    expect(await a.tip.isVisible()).toBe(true);
  });

  test('never opens if the pointer leaves after 400 ms', async ({ open, expect }) => {
    const { page, a, pass } = await openHome(open);
    await hover(page, a.trigger);
    await pass(400);
    await leave(page, a);
    await pass(5000);
    expect(await shownOn(page)).toEqual(['']);
  });

  test('opens immediately when the pointer comes from another one, which closes: there are never two', async ({
    open,
    expect,
  }) => {
    const { page, a, b, pass } = await openHome(open);
    await hover(page, a.trigger);
    await pass(3000);
    await hover(page, b.trigger);
    await pass(1);
    expect(await shownOn(page)).toEqual(['', a.id, '', b.id]);
  });

  test('opens immediately within 300 ms after another one closed, and after 700 ms otherwise', async ({
    open,
    expect,
  }) => {
    const { page, a, b, pass } = await openHome(open);
    await hover(page, a.trigger);
    await pass(710);
    await leave(page, a);
    await pass(290);
    await hover(page, b.trigger);
    await pass(1);
    expect(await shownOn(page)).toEqual(['', a.id, '', b.id]);
    await leave(page, b);
    await pass(310);
    await hover(page, a.trigger);
    await pass(690);
    expect(await a.tip.isVisible()).toBe(false);
    await pass(20);
    expect(await a.tip.isVisible()).toBe(true);
  });

  test('stays open while the pointer crosses the gap and rests on the tip, until it leaves', async ({
    open,
    expect,
  }) => {
    const { page, a, pass } = await openHome(open);
    await hover(page, a.trigger);
    await pass(710);
    await hover(page, a.tip);
    await pass(10_000);
    expect(await shownOn(page)).toEqual(['', a.id]);
    await page.mouse.move(2, 2, { steps: 8 });
    expect(await a.tip.isVisible()).toBe(false);
  });

  test('stays next to its figure when the page scrolls', async ({ open, expect }) => {
    const visit = await open('/', { prepare: watchTooltips });
    const { page } = visit;
    const [a] = await findTooltips(visit);
    await bringIntoView(page, a);
    await a.trigger.press('Enter');
    const distance = async () => (await a.tip.boundingBox())!.y - (await a.trigger.boundingBox())!.y;
    const before = await distance();
    const top = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 40);
    await page.waitForFunction((y) => scrollY === y, top + 40);
    expect(await distance()).toBeCloseTo(before, 0);
    expect(await shownOn(page)).toEqual(['', a.id]);
  });

  test('stays closed when its trigger scrolls under a resting pointer', async ({ open, expect }) => {
    const { page, a, pass } = await openHome(open, DESKTOP);
    await hover(page, a.trigger);
    await leave(page, a);
    await page.mouse.wheel(0, -120);
    await page.waitForFunction((id) => document.querySelector(`[aria-describedby="${id}"]:hover`) !== null, a.id);
    await pass(1000);
    expect(await shownOn(page)).toEqual(['']);
  });

  test.for(['a click', 'Escape'])(
    'closes on %s and stays closed until the pointer returns',
    async (by, { open, expect }) => {
      const { page, a, pass } = await openHome(open);
      await hover(page, a.trigger);
      await pass(710);
      await (by === 'Escape' ? page.keyboard.press('Escape') : a.trigger.click());
      expect(await a.tip.isVisible()).toBe(false);
      await stir(page, a);
      await pass(5000);
      expect(await shownOn(page)).toEqual(['', a.id, '']);
      await leave(page, a);
      await hover(page, a.trigger);
      await pass(710);
      expect(await a.tip.isVisible()).toBe(true);
    },
  );

  test('opens on a click before the 700 ms, and stays closed after the next one', async ({ open, expect }) => {
    const { page, a, pass } = await openHome(open);
    await hover(page, a.trigger);
    await pass(300);
    await a.trigger.click();
    expect(await a.tip.isVisible()).toBe(true);
    await a.trigger.click();
    await pass(5000);
    expect(await shownOn(page)).toEqual(['', a.id, '']);
  });
});
