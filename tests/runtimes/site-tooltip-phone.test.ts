import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';
import { siteTest } from '../helpers/site.ts';
import { findTooltips, showEach, shownOn, watchTooltips, watchTooltipsByClock } from '../helpers/tooltips.ts';
import { NARROW, PHONE } from '../helpers/visit.ts';

const browser = useBrowser();

/** A touch screen on a machine that has a mouse as well. */
async function pretendToHover(page: Page): Promise<void> {
  await watchTooltipsByClock(page);
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(query === '(hover: none)' ? 'not all' : query);
  });
}

describe.each(RUNTIMES)('on a small screen, a tooltip on %s', (runtime) => {
  const test = siteTest(browser, runtime);

  test('is text where no pointer can hover, and a tap changes nothing', async ({ open, expect }) => {
    const visit = await open('/', { viewport: PHONE, touch: true, prepare: watchTooltipsByClock });
    const { page } = visit;
    const tooltips = await findTooltips(visit);
    const [a, b] = tooltips;
    const all = tooltips.map(({ id }) => id).join(' ');
    for (const { trigger, tip } of tooltips) {
      expect(await tip.isVisible()).toBe(true);
      expect(await trigger.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe('none');
    }
    await page.clock.pauseAt(60_000);
    await a.trigger.tap();
    await page.clock.runFor(5000);
    await b.trigger.tap();
    await b.trigger.tap();
    await b.trigger.dispatchEvent('pointermove', { pointerType: 'touch' }); // a finger that does not keep still
    await page.clock.runFor(5000);
    expect((await shownOn(page)).at(-1)).toBe(all);
    expect((await shownOn(page)).length).toBeLessThanOrEqual(2);
  });

  test('never shows on a tap beside a mouse, not even for a moment', async ({ open, expect }) => {
    const visit = await open('/', { viewport: PHONE, touch: true, prepare: pretendToHover });
    const { page } = visit;
    const [a, b] = await findTooltips(visit);
    const before = await shownOn(page); // tips are text until the script has come
    await page.clock.pauseAt(60_000);
    await a.trigger.tap();
    await page.clock.runFor(5000);
    await b.trigger.tap();
    await b.trigger.tap();
    await b.trigger.dispatchEvent('pointermove', { pointerType: 'touch' }); // a finger that does not keep still
    await page.clock.runFor(5000);
    expect(await shownOn(page)).toEqual(before);
    expect(before.at(-1)).toBe('');
  });

  test('stays inside the window', async ({ open, expect }) => {
    const visit = await open('/', { viewport: NARROW, prepare: watchTooltips });
    for await (const { address, id, tip } of showEach(visit)) {
      const { x, y, width, height } = (await tip.boundingBox())!;
      const inside = { left: x >= 0, top: y >= 0, right: x + width <= 320, bottom: y + height <= NARROW.height };
      expect(inside, `${address} ${id}`).toEqual({ left: true, top: true, right: true, bottom: true });
    }
  });
});
