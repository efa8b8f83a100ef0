/** In Firefox, a reload sends the same request as a link. The page itself then asks for a fresh version. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { useBrowser } from '../helpers/browser.ts';
import { makeProject, page, serveProject } from '../helpers/project.ts';

const browser = useBrowser();

test('a reload that looks like a link shows what a module has read', async () => {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-outside-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'data.txt');
  await writeFile(file, 'first');
  const reading = `import { readFileSync } from 'node:fs';
const text = readFileSync(${JSON.stringify(file)}, 'utf8');`;
  const project = await makeProject({ 'templates/pages/index.tsx': page('Home', '<p>{text}</p>', reading) });
  const server = await serveProject(project);
  const tab = await browser().newPage();
  onTestFinished(() => tab.close());
  const asLink = { 'sec-fetch-site': 'same-origin' };
  const isDocument = (url: URL) => url.pathname === '/';
  // A page that fetches itself by a script is left alone.
  await tab.route(isDocument, async (route) => {
    if (!route.request().isNavigationRequest()) return route.continue();
    const response = await fetch(route.request().url(), { headers: asLink });
    await route.fulfill({ body: await response.text(), contentType: 'text/html' });
  });
  const shows = (text: string) => tab.locator('p').filter({ hasText: text }).waitFor();

  await tab.goto(server.url);
  await shows('first');
  const linked = async () => (await fetch(server.url, { headers: asLink })).text();
  await expect.poll(linked, { timeout: 20_000 }).toContain('&amp;reused');
  await writeFile(file, 'second');
  await tab.reload();

  await shows('second');
  expect(await tab.locator('h1').textContent()).toBe('Home');
});
