import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useBrowser } from '../helpers/browser.ts';
import { ROOT } from '../helpers/run.ts';
import { changedSiteTest } from '../helpers/site.ts';
import { PHONE } from '../helpers/visit.ts';

const FILE = 'templates/content/company.ts';
const ASKED = /\{ name: .*the (\w+) part of Civic Vision.*, purpose: '' \}/g;

const test = changedSiteTest(useBrowser(), {
  [FILE]: readFileSync(path.join(ROOT, FILE), 'utf8').replaceAll(
    ASKED,
    `{ name: 'Name of the $1 part', purpose: 'The purpose of the $1 part.' }`,
  ),
});

test.for([undefined, PHONE])(
  'the parts of the solution are headings, each above its purpose',
  async (viewport, { open, expect }) => {
    const { page } = await open('/case-study/', viewport && { viewport });
    const solution = page.getByRole('heading', { name: 'Solution' }).locator('xpath=ancestor::section[1]');
    const parts = ['first', 'second', 'third', 'fourth'];
    const names = solution.getByRole('heading', { level: 3 });
    expect(await names.allInnerTexts()).toEqual(parts.map((part) => `Name of the ${part} part`));
    expect(await solution.innerText()).not.toMatch(/to follow/);
    for (const [index, part] of parts.entries()) {
      const name = (await names.nth(index).boundingBox())!;
      const purpose = (await solution.getByText(`The purpose of the ${part} part.`).boundingBox())!;
      expect(purpose.x).toBe(name.x); // and not below the number
      expect(purpose.y).toBeGreaterThanOrEqual(name.y + name.height);
    }
  },
);
