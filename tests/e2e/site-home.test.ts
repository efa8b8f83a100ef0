import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { siteTest } from '../helpers/site.ts';

const browser = useBrowser();
const test = siteTest(browser);

describe('the home page', () => {
  test('starts with the brand mark and a link to the method', async ({ open, expect }) => {
    const { page } = await open('/');
    expect(await page.getByRole('banner').locator('a[href="/"]').innerText()).toMatch(/\w/);
    const widths = await page
      .locator('header svg, figcaption svg[viewBox="1 1 14 14"]')
      .evaluateAll((marks) => marks.map((mark) => mark.getBoundingClientRect().width));
    expect(widths).toHaveLength(2);
    expect(widths[1]).toBeGreaterThan(widths[0]!); // the hero's mark is the larger one
    const method = page.getByRole('link', { name: 'Discover Our Universal Method', exact: true });
    expect(await method.getAttribute('href')).toBe('/our-approach/');
    await page.goto('/contact/');
    expect(await page.locator('header a[href="/"] svg').isVisible()).toBe(true);
  });

  test.for([
    [1366, 625],
    [1440, 700],
    [1536, 730],
    [1280, 720],
    [390, 664],
    [375, 667],
  ] as const)('shows its button above the fold at %i × %i pixels', async ([width, height], { open, expect }) => {
    const { page } = await open('/', { viewport: { width, height } });
    const { y, height: own } = (await page.getByRole('link', { name: 'Discover Our Universal Method' }).boundingBox())!;
    expect(y + own).toBeLessThan(height);
  });

  test('names four benefits', async ({ open, expect }) => {
    const { page } = await open('/');
    const names = ['Quantifiable ROI', 'Operational Excellence', 'Regulatory Certainty', 'Competitive Intelligence'];
    for (const name of names) {
      expect(await page.getByRole('heading', { name, exact: true }).isVisible(), name).toBe(true);
    }
  });

  test('makes seven claims to six sectors', async ({ open, expect }) => {
    const { page } = await open('/');
    const claims = [
      ['Builders and developers', '25%', 'faster project timelines'],
      ['Builders and developers', '£150k', 'annual compliance savings'],
      ['Estate agents', '40%', 'conversion'],
      ['Law firms', '30%', 'faster case processing'],
      ['Local councils', '50%', 'faster planning decisions'],
      ['Central government', '20%', 'lower delivery costs'],
      ['Property professionals', '35%', 'valuation accuracy'],
    ] as const;
    for (const [sector, ...claim] of claims) {
      const card = page.getByRole('heading', { name: sector, exact: true }).locator('xpath=ancestor::li[1]');
      const text = await card.innerText();
      for (const words of claim) expect(text).toContain(words);
    }
  });

  test('has no more than seven claims in its six sector cards', async ({ open, expect }) => {
    const { page } = await open('/');
    const cards = page.locator('li:has(h3):has(dl)');
    expect(await cards.count()).toBe(6);
    expect(await cards.locator('dd').count()).toBe(7);
    const sizes = await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().width)));
    expect(new Set(sizes).size).toBe(1);
  });

  test('shows one record with five values, each with its source and date, marked as illustrative', async ({
    open,
    expect,
  }) => {
    const { page } = await open('/');
    const record = page.locator('#record figure');
    expect(await record.locator('figcaption').innerText()).toMatch(/Illustrative/);
    const rows = await record.locator('dl > div').evaluateAll((all) => all.map(({ children }) => children.length));
    expect(rows).toEqual([4, 4, 4, 4, 4]);
    expect(await record.innerText()).toMatch(/enough to decide/i);
  });

  test('moves the red line of its plan once, and leaves it where it is for those who prefer reduced motion', async ({
    open,
    expect,
  }) => {
    const { page } = await open('/');
    const isShown = (line: string) =>
      page.locator(line).evaluate((edges) => {
        const { display, opacity } = getComputedStyle(edges);
        return display !== 'none' && opacity !== '0';
      });
    await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
    expect([await isShown('.first'), await isShown('.next')]).toEqual([false, true]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect([await isShown('.first'), await isShown('.next')]).toEqual([true, false]);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  test('draws return on investment as one plot that becomes four', async ({ open, expect }) => {
    const { page } = await open('/');
    const tile = page.getByRole('heading', { name: 'Quantifiable ROI' }).locator('..').locator('svg path');
    const plots = await tile.evaluateAll((paths) => paths.map((path) => path.getAttribute('d')!.split('z').length - 1));
    expect(plots).toEqual([1, 4]);
  });

  test('distinguishes the lines of its plan without colours, and has readable buttons in forced colours', async ({
    open,
    expect,
  }) => {
    const { page } = await open('/');
    const key = page.locator('figcaption').first();
    expect(await key.innerText()).toMatch(/The site you decide on\n+The plots whose data informs it/);
    const dashes = () =>
      key
        .locator('li svg path')
        .evaluateAll((all) => all.map((line) => getComputedStyle(line).strokeDasharray !== 'none'));
    expect(await dashes()).toEqual([false, true]);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await dashes()).toEqual([false, true]);
    const buttons = await page
      .locator('.btn')
      .evaluateAll((all) => all.map((button) => getComputedStyle(button).color));
    const canvas = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(buttons.filter((color) => color === canvas)).toEqual([]);
  });

  test('makes the six claims of the company, each figure next to what it counts', async ({ open, expect }) => {
    const { page } = await open('/');
    const claims = [
      ['£2.4M', 'average annual value'],
      ['35%', 'faster strategic decisions'],
      ['4:1', 'return on investment within 12 months'],
      ['100%', 'regulatory compliance'],
      ['25%', 'average cost reduction'],
      ['100%', 'client satisfaction'],
    ] as const;
    const items = page.getByRole('main').locator('li, dl > div');
    for (const [figure, term] of claims) {
      const claim = items.filter({ hasText: figure }).filter({ hasText: term });
      expect(await claim.count(), `${figure} ${term}`).toBeGreaterThan(0);
    }
  });

  test('has three statistics: 25%, 12 Months, 100%', async ({ open, expect }) => {
    const { page } = await open('/');
    const figures = ['25%', '12 Months', '100%'];
    const lists = await page
      .locator('main dl')
      .evaluateAll((all) =>
        all.map((list) => [...list.querySelectorAll('dd')].map((figure) => figure.innerText.trim())),
      );
    const statistics = lists.map((list) => list.filter((text) => figures.includes(text)));
    expect(statistics).toContainEqual(figures);
  });

  test('quotes a technical officer', async ({ open, expect }) => {
    const { page } = await open('/');
    const testimonial = page.getByRole('figure').filter({ has: page.locator('blockquote') });
    expect(await testimonial.locator('blockquote').innerText()).toMatch(/\w+/);
    expect(await testimonial.locator('figcaption').innerText()).toMatch(/technical officer/i);
  });
});
