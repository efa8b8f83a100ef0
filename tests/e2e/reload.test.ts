import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { listen } from '../helpers/listen.ts';
import { addPolicy, makeProject, page, serveProject } from '../helpers/project.ts';

const browser = useBrowser();

test.each([
  ['its page', []],
  ['its page and its host', ['--as', 'netlify']],
])('an open page follows the sources, even under a policy of %s that forbids all connections', async (_where, args) => {
  const project = await makeProject();
  await addPolicy(project);
  const server = await serveProject(project, ...args);
  const tab = await browser().newPage();
  const messages: string[] = [];
  tab.on('console', (message) => messages.push(message.text()));
  const heading = tab.getByRole('heading', { level: 1 });
  const overlay = tab.getByRole('alert');

  await tab.goto(server.url);
  await project.write({ 'templates/pages/index.tsx': page('Changed', '') });
  await heading.filter({ hasText: 'Changed' }).waitFor();

  await project.write({
    'templates/sum.ts': 'export const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);',
    'templates/pages/index.tsx': page('Broken', '{sum(data)}', `import { sum } from '../sum.ts';`),
  });
  await overlay.waitFor();
  const errors = await overlay.textContent();
  const places = await overlay.getByRole('link').allTextContents();
  const shown = await heading.textContent();
  const note = await overlay.getByText('Below is the page as it was before.').isVisible();
  const title = await overlay.locator('strong').textContent();
  const lines = overlay.locator('pre > span');
  const colours = await lines.evaluateAll((all) => [...new Set(all.map((line) => getComputedStyle(line).color))]);

  await overlay.getByRole('button', { name: 'Close' }).click();
  await overlay.waitFor({ state: 'detached' });
  await project.write({ 'templates/pages/index.tsx': page('Broken', '{other(data)}') });
  await overlay.filter({ hasText: 'other is not defined' }).waitFor();
  await tab.keyboard.press('Escape');
  await overlay.waitFor({ state: 'detached' });
  await server.says('other is not defined'); // from the check of the whole site, which repeats the error
  const closed = [await heading.textContent(), await overlay.count()];

  await project.write({ 'templates/pages/index.tsx': page('Fixed', '') });
  await heading.filter({ hasText: 'Fixed' }).waitFor();
  await overlay.waitFor({ state: 'detached' });

  expect(errors).toContain('> 1 | export const sum');
  expect(places.map((place) => place.replace(/:\d+$/, ''))).toEqual([
    'templates/sum.ts:1',
    'templates/sum.ts:1',
    'templates/pages/index.tsx:5',
  ]);
  expect([title, note]).toEqual(['sitegen: 1 error', true]);
  expect(colours.length).toBeGreaterThan(3);
  expect([shown, ...closed]).toEqual(['Changed', 'Changed', 0]);
  expect(messages).toEqual([]);
  await tab.close();
});

test('the place of an error opens the editor, and nothing outside of the project does', async () => {
  const project = await makeProject({
    'editor.sh': '#!/bin/sh\necho "$@" > "$0.opened"\n',
    'templates/pages/index.tsx': page('Broken', '{nothing.here}'),
  });
  const editor = path.join(project.root, 'editor.sh');
  await chmod(editor, 0o755);
  vi.stubEnv('LAUNCH_EDITOR', editor);
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await serveProject(project);
  const tab = await browser().newPage();
  await tab.goto(server.url);
  const place = tab.getByRole('link', { name: 'templates/pages/index.tsx:5:' });
  const address = (await place.evaluate((link: HTMLAnchorElement) => link.href)).replace(/templates.*/, '');

  const outside = ['..%2f..%2fetc%2fhosts', 'node_modules/react/index.js', 'templates', 'none.tsx'];
  for (const file of outside) expect((await fetch(address + file)).status).toBeGreaterThanOrEqual(400);
  await place.click();

  const opened = () => project.read('editor.sh.opened').catch(() => '');
  await expect.poll(opened, { timeout: 10_000 }).toMatch(/^\/.*\/templates\/pages\/index\.tsx 5 \d+\n$/);
  expect(new URL(tab.url()).pathname).toBe('/');
  await tab.close();
});

test('a page opened while the build fails shows the errors, and then the site', async () => {
  const project = await makeProject({ 'templates/pages/index.tsx': 'export default <' });
  const server = await serveProject(project);
  const tab = await browser().newPage();

  await tab.goto(server.url);
  const errors = await tab.getByRole('alert').textContent();
  await project.write({ 'templates/pages/index.tsx': page('Fixed', '') });
  await tab.getByRole('heading', { name: 'Fixed' }).waitFor();

  expect(errors).toContain('compile-failed');
  await tab.close();
});

test('a page applies a new stylesheet without reloading', async () => {
  const red = 'h1 { color: rgb(200, 0, 0); }';
  const project = await makeProject({ 'templates/site.css': red });
  const server = await serveProject(project, '--base', '/docs/');
  const tab = await browser().newPage();
  const colour = (wanted: string) =>
    tab.waitForFunction((text) => getComputedStyle(document.querySelector('h1')!).color === text, wanted);
  await tab.goto(server.url);
  await colour('rgb(200, 0, 0)');
  await tab.evaluate(() => Object.assign(globalThis, { isTheSame: true }));

  await project.write({ 'templates/site.css': red.replace('200', '0') });
  await colour('rgb(0, 0, 0)');
  await project.write({ 'templates/site.css': red.replace('200', '100') });
  await colour('rgb(100, 0, 0)');

  expect(await tab.evaluate(() => 'isTheSame' in globalThis)).toBe(true);
  expect(await tab.locator('link[rel=stylesheet]').count()).toBe(1);
  await project.write({ 'templates/pages/index.tsx': page('Changed', '') });
  await tab.getByRole('heading', { name: 'Changed' }).waitFor();
  await colour('rgb(100, 0, 0)');
  await tab.close();
});

test('an open page is shown before the other pages are rendered, and stays', async () => {
  const waiting: (() => void)[] = [];
  let isOpen = true;
  const service = await listen(({ url }, response) => {
    if (isOpen || url === '/First') response.end('yes');
    else waiting.push(() => response.end('yes'));
  });
  const list = (heading: string) => `export const paths = ['a', 'b', 'looked-at'].map((n) => ({ params: { n } }));
export const load = async ({ params }: any) => params.n === 'looked-at' ? '' : (await fetch('${service}/${heading}')).text();
export const meta = ({ params }: any) => ({ title: params.n, description: 'About ' + params.n });
export default ({ params }: any) => <main><h1>${heading} {params.n}</h1></main>;`;
  const project = await makeProject({ 'templates/pages/[n].tsx': list('First') });
  const server = await serveProject(project, '--workers', '1');
  const tab = await browser().newPage();
  await tab.goto(`${server.url}looked-at`);
  await tab.getByRole('heading', { name: 'First looked-at' }).waitFor();

  isOpen = false;
  await project.write({ 'templates/pages/[n].tsx': list('Second') });
  await tab.getByRole('heading', { name: 'Second looked-at' }).waitFor();
  await tab.evaluate(() => Object.assign(globalThis, { isTheSame: true }));

  isOpen = true;
  for (const answer of waiting) answer();
  await server.says('Built 4 pages');
  await project.write({ 'templates/site.css': 'h1 { color: rgb(0, 0, 200); }' });
  await server.says('Built 4 pages');
  expect(await tab.evaluate(() => 'isTheSame' in globalThis)).toBe(true);
  await tab.close();
});

test('a page shown before the check finds errors stays below the errors', async () => {
  const project = await makeProject({
    'templates/pages/other.tsx': page('Other', '<p><a href="/">Home</a></p>'),
  });
  const server = await serveProject(project);
  const tab = await browser().newPage();
  await tab.goto(`${server.url}other/`);
  await tab.waitForLoadState('networkidle');

  await project.write({ 'templates/pages/other.tsx': page('Wrong', '<p><a href="/nowhere/">Nowhere</a></p>') });
  await tab.getByRole('alert').waitFor();
  const beneath = await tab.getByRole('heading').textContent();
  const requested = await (await fetch(`${server.url}other/`)).text();

  await project.write({ 'templates/pages/other.tsx': page('Right', '') });
  await tab.getByRole('alert').waitFor({ state: 'detached' });
  expect(await tab.getByRole('heading').textContent()).toBe('Right');
  expect([beneath, /<h1>(.*)<\/h1>/.exec(requested)?.[1]]).toEqual(['Wrong', 'Wrong']);
  await tab.close();
});
