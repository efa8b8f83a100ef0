/** The portal of an island disappears with the island, in the middle of a patch. */
import { expect, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { isTheSame, openPage } from '../helpers/patched-page.ts';

const browser = useBrowser();

test.each([
  ['other props', (text: string) => text.replace('from={1}', 'from={2}'), '2'],
  ['another name', (text: string) => text.replace('islands/counter.tsx', 'islands/meter.tsx'), '1'],
])('an island with a portal restarts with %s', async (_what, change, label) => {
  const { project, tab } = await openPage(browser, '<Counter from={1} />');
  const errors: unknown[] = [];
  tab.on('pageerror', (error) => errors.push(error));
  await tab.getByRole('button', { name: '1' }).click();
  await tab.getByLabel('In portal').waitFor();
  const island = await project.read('templates/islands/counter.tsx');
  const page = await project.read('templates/pages/index.tsx');

  await project.write({
    'templates/islands/meter.tsx': island.replace("'counter'", "'meter'"),
    'templates/pages/index.tsx': change(page),
  });
  await tab.getByLabel('In portal').waitFor({ state: 'detached' });
  await tab.getByRole('button', { name: label }).click();
  await tab.getByLabel('In portal').waitFor();

  expect(errors).toEqual([]);
  expect(await isTheSame(tab)).toBe(true);
});
