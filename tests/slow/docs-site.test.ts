/** The documentation as a site: `npm run docs`. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findBarriers } from '../helpers/axe.ts';
import { collectMessages, useBrowser } from '../helpers/browser.ts';
import { accessTo, serveProject } from '../helpers/project.ts';
import { ROOT } from '../helpers/run.ts';

const browser = useBrowser();

test('the documentation builds without warnings, and its search works by keyboard', async () => {
  execFileSync(process.execPath, ['examples/manual.mjs'], { cwd: ROOT });
  const { url, stderr } = await serveProject(accessTo(path.join(ROOT, '.sitegen/manual')), '--no-watch');
  expect(stderr()).not.toMatch(/^(?:error|warning) /m);
  const page = await browser().newPage();
  const messages = collectMessages(page);
  await page.goto(`${url}content/`);
  expect(await findBarriers(page)).toEqual({ violations: [], undecided: [] });

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
  expect(messages).toEqual([]);
  await page.close();
});
