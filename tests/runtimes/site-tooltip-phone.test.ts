import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { RUNTIMES } from '../helpers/runtimes.ts';
import { siteTest } from '../helpers/site.ts';
import { showEach, watchTooltips } from '../helpers/tooltips.ts';
import { NARROW } from '../helpers/visit.ts';

const browser = useBrowser();

describe.each(RUNTIMES)('a tooltip on %s', (runtime) => {
  const test = siteTest(browser, runtime);

  test('fits into a small window', async ({ open, expect }) => {
    const visit = await open('/', { viewport: NARROW, prepare: watchTooltips });
    for await (const { address, id, tip } of showEach(visit)) {
      const { x, y, width, height } = (await tip.boundingBox())!;
      const inside = { left: x >= 0, top: y >= 0, right: x + width <= 320, bottom: y + height <= NARROW.height };
      expect(inside, `${address} ${id}`).toEqual({ left: true, top: true, right: true, bottom: true });
    }
  });
});
