import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { siteTest } from '../helpers/site.ts';
import { ADDRESSES, DESKTOP, documentsOf, NOT_FOUND_ERRORS, pathOf, PHONE, untilHydrated } from '../helpers/visit.ts';

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

  test('uses ordinary links: header, footer, the way back', async ({ open, expect }) => {
    const visit = await open('/x', { expects: NOT_FOUND_ERRORS });
    const walk = [
      ['main', 'Return to Home', '/'],
      ['header', 'Our approach', '/our-approach/'],
      ['header', 'Contact', '/contact/'],
      ['main', /home/i, '/'],
      ['footer', /case study/i, '/case-study/'],
      ['header', 'Contact', '/contact/'],
      ['header', 'Case study', '/case-study/'],
    ] as const;
    for (const [part, name, to] of walk) {
      await visit.page.locator(part).getByRole('link', { name }).click();
      await visit.page.waitForURL((url) => url.pathname === to);
    }
    expect(documentsOf(visit)).toEqual(['/x', ...walk.map(([, , to]) => to)]);
  });

  test('has no broken links and no redirects', async ({ open, expect }) => {
    const { page } = await open('/', { expects: NOT_FOUND_ERRORS });
    const links = new Set<string>();
    for (const address of ADDRESSES) {
      await page.goto(address);
      const here = await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      for (const href of here) links.add(href);
    }
    const internal = [...links].filter((href) => href.startsWith('http'));
    const answers = internal.map(async (href) => [href, (await fetch(href, { redirect: 'manual' })).status]);
    expect(await Promise.all(answers)).toEqual(internal.map((href) => [href, 200]));
    expect([...new Set(internal.map((href) => new URL(href).pathname))].toSorted()).toEqual([
      '/',
      '/404.html',
      '/500.html',
      '/case-study/',
      '/contact/',
      '/draft/',
      '/our-approach/',
    ]);
  });

  test('also reaches a page without its trailing slash', async ({ open, expect }) => {
    const { page } = await open('/');
    for (const path of ['/contact', '/our-approach', '/case-study']) {
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      expect(pathOf(page.url())).toBe(`${path}/`);
      const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
      expect(pathOf(canonical!)).toBe(`${path}/`);
    }
  });
});
