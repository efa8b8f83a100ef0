import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';
import { siteTest } from '../helpers/site.ts';
import { findTooltips, showEach, shownOn, untilShown, watchTooltips } from '../helpers/tooltips.ts';
import { DESKTOP, NARROW, PHONE } from '../helpers/visit.ts';

const browser = useBrowser();

describe.each(RUNTIMES)('a tooltip on %s', (runtime) => {
  const test = siteTest(browser, runtime);

  test.for([
    ['a phone', PHONE],
    ['a laptop with a touch screen', DESKTOP],
  ] as const)('opens on a tap and closes on the next one, on %s', async ([, viewport], { open, expect }) => {
    const visit = await open('/', { viewport, touch: true, prepare: watchTooltips });
    const { page } = visit;
    const [a, b] = await findTooltips(visit);
    for (const [{ trigger }, shown] of [[a, a], [a], [b, b]] as const) {
      await trigger.tap();
      await untilShown(page, shown);
    }
    expect(await shownOn(page)).toEqual(['', a.id, '', b.id]);
  });

  test('fits into a small window', async ({ open, expect }) => {
    const visit = await open('/', { viewport: NARROW, prepare: watchTooltips });
    for await (const { address, id, tip } of showEach(visit)) {
      const { x, y, width, height } = (await tip.boundingBox())!;
      const inside = { left: x >= 0, top: y >= 0, right: x + width <= 320, bottom: y + height <= NARROW.height };
      expect(inside, `${address} ${id}`).toEqual({ left: true, top: true, right: true, bottom: true });
    }
  });
});
