/** The documentation as a site: `npm run docs`. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findBarriers } from '../helpers/axe.ts';
import { collectMessages, useBrowser } from '../helpers/browser.ts';
import { accessTo, serveProject } from '../helpers/project.ts';
import { ROOT } from '../helpers/run.ts';

const browser = useBrowser();
const NO_BARRIERS = { violations: [], undecided: [] };

test('the documentation builds without warnings; its start page has evidence, its search and sidebar find pages', async () => {
  execFileSync(process.execPath, ['examples/manual.mjs'], { cwd: ROOT });
  const { url, stderr } = await serveProject(accessTo(path.join(ROOT, '.sitegen/manual')), '--no-watch');
  expect(stderr()).not.toMatch(/^(?:error|warning) /m);
  const page = await browser().newPage();
  const messages = collectMessages(page);

  await page.goto(url);
  const counter = page.getByRole('button', { name: 'Count:' }); // the island of the README
  const clickAndRead = async () => {
    await counter.click();
    return counter.textContent();
  };
  // It hydrates once it is visible; clicks before that are lost.
  await expect.poll(clickAndRead, { timeout: 30_000 }).toMatch(/Count: [4-9]/);
  const [built, failed] = await page.locator('.terminal').allInnerTexts();
  expect(built).toMatch(/Built \d pages in .* to out\n[^]*on 1 page with islands/);
  expect(failed).toMatch(
    /error handler-lost[^]*warning alt-missing[^]*error link-broken[^]*\n2 errors; out was not changed/,
  );
  expect(
    await page
      .getByRole('table')
      .evaluateAll((tables) => tables.map((table) => table.querySelectorAll('tbody tr').length)),
  ).toEqual([4, 4, 4]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1600, height: 6000 });
    expect(await findBarriers(page)).toEqual(NO_BARRIERS);
    await page.setViewportSize({ width: 360, height: 900 });
    expect((await findBarriers(page)).violations).toEqual([]); // code that scrolls is undecided
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  }
  await page.setViewportSize({ width: 1280, height: 2000 }); // nothing scrolls below the header

  await page.goto(`${url}markdown/`);
  expect(await findBarriers(page)).toEqual(NO_BARRIERS);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially('keepassets');
  await page.getByRole('option').first().waitFor();
  expect(await page.getByRole('option').first().textContent()).toContain('keepAssets');
  await page.keyboard.press('Enter');

  await page.waitForURL(`${url}config/#keepassets`);
  expect(await page.locator('h2:target').textContent()).toContain('keepAssets');
  await page.goto(`${url}islands/`);
  expect(await page.getByRole('link', { name: 'Edit this page' }).getAttribute('href')).toMatch(/\/docs\/islands\.md$/);
  expect(await page.getByRole('link', { name: 'Next Styling' }).getAttribute('href')).toBe('/styling/');
  expect(await page.locator('#_sidebar summary').allInnerTexts()).toEqual([
    'Start',
    'Coming from',
    'Write pages',
    'Content',
    'Publish',
    'Reference',
    'Project',
    'Decision records',
  ]);
  expect(messages).toEqual([]);
  await page.close();

  for (const kind of ['without JavaScript', 'without scroll-initial-target']) {
    const context = await browser().newContext({ javaScriptEnabled: kind !== 'without JavaScript' });
    const other = await context.newPage();
    if (kind === 'without scroll-initial-target') await other.addInitScript(pretendAnOlderBrowser);
    await other.goto(`${url}decisions/0037-async-components/`);
    const current = other.locator('#_sidebar [aria-current]');
    const topOf = () => current.evaluate((link) => link.getBoundingClientRect().top);
    await expect.poll(topOf, { message: kind, timeout: 20_000 }).toBeLessThan(720);
    await context.close();
  }
});

/** Its sidebar would begin at the top. */
function pretendAnOlderBrowser(): void {
  CSS.supports = () => false;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { scroll-initial-target: none !important }');
  document.adoptedStyleSheets = [sheet];
}
