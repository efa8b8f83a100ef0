/** Runs for every change, in every engine: the site, its form, and one save in `sitegen serve`. */
import { expect, test } from 'vitest';
import { ENQUIRY, FIELDS } from '../helpers/enquiry.ts';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { serveOut } from '../helpers/serve-out.ts';
import { addressOf } from '../helpers/shared-address.ts';
import { useEngine } from '../helpers/tab.ts';

const openTab = useEngine();

test('the first page opens a tooltip, and the form logs an enquiry', async () => {
  const { url } = await serveOut(await addressOf('out/preact'));
  const tab = await openTab();

  await tab.goto(url);
  await tab.hover('[aria-describedby]');
  await tab.untilShown('[role=tooltip]:popover-open');
  const logged = await tab.logged();
  await tab.goto(`${url}contact/`);
  for (const [name, , value] of FIELDS) await tab.fill(`[name=${name}]`, value);
  await tab.click('button', 'Submit Enquiry');

  await tab.until(() => (window as unknown as { logged: unknown[] }).logged.length > 0);
  expect(logged).toEqual([]);
  expect(await tab.logged()).toEqual([[ENQUIRY]]);
});

test('a saved page is patched', async () => {
  const project = await makeProject({ 'templates/pages/index.tsx': page('First', '<input />') });
  const server = await serveProject(project);
  const tab = await openTab();

  await tab.goto(server.url);
  await tab.fill('input', 'Ada');
  await project.write({ 'templates/pages/index.tsx': page('Second', '<input />') });
  await tab.untilShown('h1', 'Second');

  expect(await tab.valueOf('input')).toBe('Ada');
});
