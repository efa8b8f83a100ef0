import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';
import { siteTest } from '../helpers/site.ts';
import { findTooltips, shownOn, untilShown, watchTooltips, watchTooltipsByClock } from '../helpers/tooltips.ts';
import { NARROW, PHONE } from '../helpers/visit.ts';

const browser = useBrowser();

describe.each(RUNTIMES)('on a small screen, a tooltip on %s', () => {
  const test = siteTest(browser);

  test('never shows on a tap, not even for a moment', async ({ open, expect }) => {
    const visit = await open('/', { viewport: PHONE, touch: true, prepare: watchTooltipsByClock });
    const { page } = visit;
    const [a, b] = await findTooltips(visit);
    await page.clock.pauseAt(60_000);
    await a.trigger.tap();
    await page.clock.runFor(5000);
    await b.trigger.tap();
    await b.trigger.tap();
    await b.trigger.dispatchEvent('pointermove', { pointerType: 'touch' }); // a finger that does not keep still
    await page.clock.runFor(5000);
    expect(await shownOn(page)).toEqual(['']);
  });

  test('stays inside the window', async ({ open, expect }) => {
    const visit = await open('/', { viewport: NARROW, prepare: watchTooltips });
    const { page } = visit;
    for (const address of ['/', '/our-approach/', '/case-study/']) {
      await page.goto(address);
      await page.keyboard.press('Tab'); // from now on the focus is the keyboard's
      for (const tooltip of await findTooltips(visit)) {
        await tooltip.trigger.focus();
        await untilShown(page, tooltip);
        const { x, y, width, height } = (await tooltip.tip.boundingBox())!;
        const inside = { left: x >= 0, top: y >= 0, right: x + width <= 320, bottom: y + height <= NARROW.height };
        expect(inside, `${address} ${tooltip.id}`).toEqual({ left: true, top: true, right: true, bottom: true });
      }
    }
  });
});
