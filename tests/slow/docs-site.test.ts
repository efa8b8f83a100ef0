/** The documentation as a site: `npm run docs`. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { findBarriers } from '../helpers/axe.ts';
import { collectMessages, useBrowser } from '../helpers/browser.ts';
import { accessTo, serveProject } from '../helpers/project.ts';
import { ROOT } from '../helpers/run.ts';

const browser = useBrowser();

test('the documentation builds without warnings, and its search works by keyboard', async () => {
  const { url, stderr } = await serveProject(accessTo(path.join(ROOT, 'examples/manual')), '--no-watch');
  expect(stderr()).not.toMatch(/^(?:error|warning) /m);
  const page = await browser().newPage();
  const messages = collectMessages(page);
  await page.goto(`${url}content/`);
  expect(await findBarriers(page)).toEqual({ violations: [], undecided: [] });

  await page.getByRole('searchbox').pressSequentially('keepassets');
  await page.getByRole('link', { name: 'keepAssets Configuration' }).waitFor();
  expect(await page.locator('search li').first().textContent()).toContain('For how many builds');
  await page.getByRole('searchbox').press('Enter');

  await page.waitForURL(`${url}config/#keepassets`);
  expect(await page.locator('h2:target').textContent()).toBe('keepAssets');
  await page.goto(`${url}islands/`);
  expect(await page.getByRole('link', { name: 'Edit this page' }).getAttribute('href')).toMatch(/\/docs\/islands\.md$/);
  expect(await page.getByRole('link', { name: 'Styling →' }).getAttribute('href')).toBe('/styling/');
  expect(messages).toEqual([]);
  await page.close();
});
