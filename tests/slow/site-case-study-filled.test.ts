import { useBrowser } from '../helpers/browser.ts';
import { siteTest } from '../helpers/site.ts';
import { PHONE } from '../helpers/visit.ts';

const test = siteTest(useBrowser(), 'answered');

/** From `tests/fixtures/answered-site`. */
const PARTS = {
  Register: 'one record for each home, with the source of every value.',
  Match: 'rules that find records which disagree.',
  Plan: 'a map on which planners see condition and cost.',
  Report: 'the figures for the board and the regulator.',
};

test.for([undefined, PHONE])(
  'the parts of the solution are headings, each above its purpose',
  async (viewport, { open, expect }) => {
    const { page } = await open('/case-study/', viewport && { viewport });
    const solution = page.getByRole('heading', { name: 'Solution' }).locator('xpath=ancestor::section[1]');
    const names = solution.getByRole('heading', { level: 3 });
    expect(await names.allInnerTexts()).toEqual(Object.keys(PARTS));
    expect(await solution.innerText()).not.toMatch(/to follow/);
    for (const [index, text] of Object.values(PARTS).entries()) {
      const name = (await names.nth(index).boundingBox())!;
      const purpose = (await solution.getByText(text).boundingBox())!;
      expect(purpose.x).toBe(name.x); // and not below the number
      expect(purpose.y).toBeGreaterThanOrEqual(name.y + name.height);
    }
  },
);
