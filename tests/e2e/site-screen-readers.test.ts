import { describe } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { siteTest } from '../helpers/site.ts';

const browser = useBrowser();
const test = siteTest(browser);

describe('a screen reader', () => {
  test.for(['/', '/our-approach/', '/case-study/'])(
    'hears no legends of hidden drawings on %s',
    async (address, { open, expect }) => {
      const { page } = await open(address);
      const main = page.getByRole('main');
      expect(await main.innerText()).toMatch(/illustrative/i);
      const heard = (await main.ariaSnapshot()).replace(/Record of plot 12 Illustrative|text: "?Illustrative/g, '');
      expect(heard).not.toMatch(/- figure *$/m);
      expect(heard).not.toMatch(/illustrative|edge:|outline:|dashed|drawn to|plots|\bbar\b/i);
    },
  );

  test('hears the weeks of all phases, under a heading that sums them up', async ({ open, expect }) => {
    const { page } = await open('/our-approach/');
    const heading = page.getByRole('heading', { name: '14 to 20 weeks in all', level: 3 });
    const schedule = heading.locator('xpath=following-sibling::*[1]');
    expect(await schedule.ariaSnapshot()).toBe(
      [
        '- list:',
        '  - listitem:',
        '    - paragraph: "Phase 1: weeks 1 to 3"',
        '  - listitem:',
        '    - paragraph: "Phase 2: weeks 4 to 9"',
        '  - listitem:',
        '    - paragraph: "Phase 3: weeks 10 to 17"',
        '  - listitem:',
        '    - paragraph: "Phase 4: weeks 18 to 20"',
      ].join('\n'),
    );
    await page.setViewportSize({ width: 320, height: 568 });
    expect(await schedule.ariaSnapshot()).toContain('Phase 4: weeks 18 to 20');
  });
});
