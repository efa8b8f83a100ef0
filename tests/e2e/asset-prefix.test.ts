/** Files with hashed names may come from another host. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { collectMessages, useBrowser } from '../helpers/browser.ts';
import { listen } from '../helpers/listen.ts';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const browser = useBrowser();

/** A host that serves a folder, and allows other origins to read it. */
async function startHost(folder: () => string): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
  const origin = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    asked.push(pathname);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Type', types[path.extname(pathname)] ?? 'text/plain');
    readFile(path.join(folder(), pathname)).then(
      (body) => response.end(body),
      () => response.writeHead(404).end(),
    );
  });
  return { origin, asked };
}

test.each(['/', '/docs/'])('scripts, styles and pictures come from the prefix, pages below %s do not', async (base) => {
  let out = '';
  const { origin, asked } = await startHost(() => out);
  const project = await makeProject({
    'sitegen.config.ts': `export default { base: '${base}', assetPrefix: '${origin}/', islands: { split: true } };`,
    'templates/site.css': `h1 { color: rgb(1, 2, 3); background: url('./dot.svg') }`,
    'templates/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    'templates/box.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>',
    'templates/islands/tick.tsx': `import { island } from 'sitegen'; import { useEffect, useState } from 'react'; import box from '../box.svg';
export default island('tick', function Tick() { const [n, set] = useState(0);
  useEffect(() => void Object.assign(globalThis, { isHydrated: true }), []);
  return <button onClick={() => set(n + 1)}><img {...box} alt="" />ticked {n} <a href="/about/">about</a></button>; });`,
    'templates/pages/index.tsx': page('Home', '<Tick />', `import Tick from '../islands/tick.tsx';`),
    'templates/pages/about.tsx': page('About', '<a href="/">Home</a>'),
  });
  out = path.join(project.root, 'out');
  expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });
  const server = await serveProject(project, '--no-watch');
  const tab = await browser().newPage();
  const problems = collectMessages(tab);

  await tab.goto(server.url);
  await tab.waitForFunction(() => 'isHydrated' in globalThis); // an earlier click would be lost
  await tab.getByRole('button').click({ position: { x: 2, y: 2 } });
  await tab.getByRole('button', { name: 'ticked 1' }).waitFor();

  expect(problems).toEqual([]);
  expect(await tab.locator('h1').evaluate((heading) => getComputedStyle(heading).color)).toBe('rgb(1, 2, 3)');
  expect(await tab.getByRole('link').getAttribute('href')).toBe(`${base}about/`);
  expect(await tab.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2);
  expect(asked.every((address) => address.startsWith('/assets/'))).toBe(true);
  expect(new Set(asked.map((address) => path.extname(address)))).toEqual(new Set(['.css', '.js', '.svg']));
});

test('a missing file is reported as without the prefix', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `export default { assetPrefix: 'https://cdn.example.com/' };`,
    'templates/pages/index.tsx': page('Home', '<img src="/assets/gone.png" alt="" />'),
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toMatch(/error asset-missing {2}templates\/pages\/index\.tsx:\d+:\d+\n.*"\/assets\/gone\.png"/);
});
