import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { siteTest } from '../helpers/site.ts';
import { DESKTOP, documentsOf, pathOf, PHONE, untilHydrated } from '../helpers/visit.ts';

const browser = useBrowser();
const test = siteTest(browser);

const BUTTONS = [
  ['/', 'Discover Our Universal Method', '/our-approach/'],
  ['/', 'Start the Conversation', '/contact/'],
  ['/', 'Unlock Measurable Strategic Advantage', '/contact/'],
  ['/our-approach/', 'Schedule Strategic Discussion', '/contact/'],
  ['/case-study/', 'Schedule Strategic Consultation', '/contact/'],
] as const;

describe('navigation', () => {
  describe.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ])('on %s', (_, viewport) => {
    test.for(BUTTONS)('from %s, "%s" opens %s at its top', async ([from, name, to], { open, expect }) => {
      const visit = await open(from, { viewport });
      const { page } = visit;
      const link = page.getByRole('link', { name, exact: true });
      await link.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
      await link.click();
      await page.waitForURL(`**${to}`);
      await untilHydrated(page);
      expect(pathOf(page.url())).toBe(to);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      expect((await page.getByRole('heading', { level: 1 }).boundingBox())!.y).toBeLessThan(viewport.height);
      expect(documentsOf(visit)).toEqual([from, to]);
    });
  });
});
