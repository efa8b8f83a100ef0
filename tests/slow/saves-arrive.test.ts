/** Every save reaches every open page, whatever the page contains and whatever happens to the connection. */
import { expect, onTestFinished, test } from 'vitest';
import type { Page, Request, Response } from 'playwright-core';
import { useBrowser } from '../helpers/browser.ts';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { startServe } from '../helpers/serve.ts';

const browser = useBrowser();

async function openTab(url: string) {
  const tab = await browser().newPage();
  onTestFinished(() => tab.close());
  await tab.goto(url);
  return tab;
}

/** Waits until a page has this heading. */
async function untilHeading(tab: Page, name: string): Promise<string | null> {
  const heading = tab.getByRole('heading', { name });
  await heading.waitFor();
  return heading.textContent();
}

const html = (code: string) => `<div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(code)} }} />`;

test('reaches more open pages than a browser has connections', async () => {
  const project = await makeProject();
  const server = await serveProject(project);
  const context = await browser().newContext(); // with separate connections
  onTestFinished(() => context.close());
  const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
  for (const tab of tabs) await tab.goto(server.url, { waitUntil: 'domcontentloaded' });

  await project.write({ 'templates/pages/index.tsx': page('Saved', '') });

  for (const tab of tabs) expect(await untilHeading(tab, 'Saved')).toBe('Saved');
});

test.each([
  ['has connected', false],
  ['has not connected yet', true],
])('arrives after a server restart at the same address if the page %s', async (_what, isFirstRequestLost) => {
  const project = await makeProject();
  const first = await serveProject(project);
  const { port } = new URL(first.url);
  const tab = await openTab('about:blank');
  if (isFirstRequestLost) await tab.route('**/events/**', (route) => route.abort(), { times: 1 });
  const isStream = (one: Request | Response) => one.url().includes('/events/');
  const connected = isFirstRequestLost
    ? tab.waitForEvent('requestfailed', isStream)
    : tab.waitForEvent('response', isStream);
  await tab.goto(first.url);
  await connected;

  await first.stop();
  await project.write({ 'templates/pages/index.tsx': page('Meanwhile', '') });
  const second = await startServe(project.root, '--port', port);
  onTestFinished(async () => void (await second.stop()));
  expect(await untilHeading(tab, 'Meanwhile')).toBe('Meanwhile');

  await project.write({ 'templates/pages/index.tsx': page('After', '') });
  expect(await untilHeading(tab, 'After')).toBe('After');
});

test.each([
  ['public/own.css', '<link rel="stylesheet" href="/own.css" precedence="low" />'],
  ['templates/site.css', '<link rel="stylesheet" id="without-an-address" />'],
])('arrives for %s, and then for a page with %s', async (file, link) => {
  const project = await makeProject({
    [file]: 'h1 { color: rgb(1, 1, 1) }',
    'templates/pages/index.tsx': page('Home', link),
  });
  const tab = await openTab((await serveProject(project)).url);
  const colour = () => tab.locator('h1').evaluate((heading) => getComputedStyle(heading).color);
  await expect.poll(colour).toBe('rgb(1, 1, 1)');

  await project.write({ [file]: 'h1 { color: rgb(2, 2, 2) }' });
  await expect.poll(colour, { timeout: 10_000 }).toBe('rgb(2, 2, 2)');

  await project.write({ 'templates/pages/index.tsx': page('Saved', link) });
  expect(await untilHeading(tab, 'Saved')).toBe('Saved');
});

test.each([
  ['an open comment', html('<!-- open')],
  ['a policy without scripts', `<meta httpEquiv="Content-Security-Policy" content="script-src 'none'" />`],
  [
    'two policies',
    `<meta httpEquiv="Content-Security-Policy" content="connect-src 'none'" /><meta httpEquiv="Content-Security-Policy" content="default-src 'none'" />`,
  ],
  ['addresses of another site', '<base href="https://example.com/" />'],
])('reaches a page that has %s', async (_what, body) => {
  const project = await makeProject();
  const tab = await openTab((await serveProject(project)).url);

  for (const title of ['One', 'Two']) {
    await project.write({ 'templates/pages/index.tsx': page(title, body) });
    expect(await untilHeading(tab, title)).toBe(title);
  }
  await project.write({ 'templates/pages/index.tsx': page('Three', '') });
  expect(await untilHeading(tab, 'Three')).toBe('Three');
});

test('arrives later if the visitor refuses to reload', async () => {
  const project = await makeProject();
  const tab = await openTab((await serveProject(project)).url);
  await tab.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
  await tab.getByRole('heading').click(); // browsers only ask visitors who have interacted with the page
  const asked = new Promise<void>((resolve) => {
    tab.once('dialog', (dialog) => void dialog.dismiss().then(resolve));
  });

  await project.write({ 'templates/pages/index.tsx': page('One', '<script>{"1"}</script>') });
  await asked;
  tab.on('dialog', (dialog) => void dialog.accept());
  await project.write({ 'templates/pages/index.tsx': page('Two', '') });

  expect(await untilHeading(tab, 'Two')).toBe('Two');
});

test('errors cover everything, and their places are reachable', async () => {
  const dialog = `<dialog id="d">x</dialog>`;
  const project = await makeProject({ 'templates/pages/index.tsx': page('Home', dialog) });
  const tab = await openTab((await serveProject(project)).url);
  await tab.evaluate(() => {
    document.body.style.transform = 'translateY(10px)';
    document.querySelector('dialog')!.showModal();
  });

  await project.write({ 'templates/pages/index.tsx': 'export default <' });
  const place = tab.getByRole('link', { name: 'templates/pages/index.tsx:1:' });
  await place.click({ trial: true });
  expect(await tab.getByRole('alert').boundingBox()).toMatchObject({ x: 0, y: 0 });
});

test('the places of errors are reachable while a focus trap makes the page inert', async () => {
  const project = await makeProject({ 'templates/pages/other.tsx': page('Other', '') });
  const tab = await openTab((await serveProject(project)).url);
  await tab.evaluate(() => void (document.body.inert = true));

  await project.write({ 'templates/pages/other.tsx': page('Other', '{nothing.here}') });
  const place = tab.getByRole('link', { name: 'templates/pages/other.tsx:5:' });
  await place.click({ trial: true });
  await project.write({ 'templates/pages/other.tsx': page('Other', '{nothing.there}') });
  await tab.getByRole('alert').filter({ hasText: 'nothing.there' }).waitFor();

  await place.click({ trial: true });
  expect(await tab.getByRole('alert').count()).toBe(1);
});

test('unchanged errors are left alone, also in tabs that poll', async () => {
  const project = await makeProject();
  const server = await serveProject(project);
  const tabs = [];
  for (let count = 0; count < 5; count += 1) tabs.push(await openTab(server.url));
  const last = tabs.at(-1)!;

  await project.write({ 'templates/pages/index.tsx': 'export default <' });
  const place = last.getByRole('link', { name: 'templates/pages/index.tsx:1:' });
  await place.focus();
  const asked = () => last.waitForResponse((response) => response.url().includes('/events/'));
  await asked();
  await asked();

  expect(await place.evaluate((link) => link === document.activeElement)).toBe(true);
});
