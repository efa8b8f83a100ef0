/** The compiled project is used until something changes; a reload also starts with fresh modules and data. */
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject, page, serveProject } from '../helpers/project.ts';
import type { Running } from '../helpers/serve.ts';

const LINK = { 'Sec-Fetch-Site': 'same-origin' };
const RELOAD = { ...LINK, 'Cache-Control': 'max-age=0' };
const HARD_RELOAD = { ...LINK, 'Cache-Control': 'no-cache', Pragma: 'no-cache' };
const ADDRESS_BAR = { 'Sec-Fetch-Site': 'none' };

interface Answer {
  readonly status: number;
  readonly text: string;
  /** True if the project was compiled before this request. */
  readonly isReused: boolean;
}

async function open({ url }: Running, address: string, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(url + address, { headers });
  const html = await response.text();
  return {
    status: response.status,
    text: /<p>(.*?)<\/p>/.exec(html)?.[1] ?? '',
    isReused: /reload\.js\?[^"]*&amp;reused/.test(html),
  };
}

/** Follows links until the server has nothing to compile: file system clocks are coarse, so the latest save may seem new. */
async function untilReused(server: Running, address = ''): Promise<void> {
  await expect.poll(async () => (await open(server, address, LINK)).isReused, { timeout: 20_000 }).toBe(true);
}

/** A folder outside of the project. */
async function folderOutside(): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-outside-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A page with a text that its module reads, and one that is read for each page. The page itself reads both. */
const readingPage = (file: string) =>
  page(
    'Home',
    '<p>{atStart} {data}</p>',
    `import { readFileSync } from 'node:fs';
const read = () => readFileSync(${JSON.stringify(file)}, 'utf8');
const atStart = read();
export const load = async () => read();`,
  );

test('a link shows current data, and a reload also re-evaluates modules', async () => {
  const file = path.join(await folderOutside(), 'data.txt');
  await writeFile(file, 'one');
  const project = await makeProject({ 'templates/pages/index.tsx': readingPage(file) });
  const server = await serveProject(project);
  await untilReused(server);

  await writeFile(file, 'two');
  expect(await open(server, '', LINK)).toEqual({ status: 200, text: 'one two', isReused: true });
  for (const headers of [RELOAD, HARD_RELOAD, ADDRESS_BAR, {}]) {
    await writeFile(file, JSON.stringify(headers).length.toString());
    const { text, isReused } = await open(server, '', headers);
    expect({ texts: new Set(text.split(' ')).size, isReused }).toEqual({ texts: 1, isReused: false });
  }
});

const SHOWN = `export default ({ canonical, children }: any) => <html lang="en"><head><title>x</title></head><body><p>{canonical} {import.meta.env.SITEGEN_NAME}</p>{children}</body></html>;`;

/** Its pages say how often the project has been compiled. */
const COUNTING = `const counts = globalThis as { compiled?: number };
counts.compiled = (counts.compiled ?? 0) + 1;
export default { site: 'https://' + counts.compiled + '.example.com' };`;

const PAGES_OF_DATA = `export const paths = [{ params: { slug: 'known' } }];`;

test('reloads and addresses that do not exist compile nothing, a hard reload does', async () => {
  const project = await makeProject({
    'sitegen.config.ts': COUNTING,
    'templates/shell.tsx': SHOWN,
    'templates/pages/blog/[slug].tsx': page('Slug', '', PAGES_OF_DATA),
  });
  const server = await serveProject(project);
  await untilReused(server);
  const countAt = async (headers: Record<string, string>) => {
    const { text } = await open(server, '', headers);
    return Number(/https:\/\/(\d+)/.exec(text)?.[1]);
  };
  const before = await countAt(LINK);

  for (const address of ['', 'blog/known/', 'missing/', 'blog/missing/'])
    for (const headers of [LINK, RELOAD, ADDRESS_BAR, {}]) {
      const { status } = await open(server, address, headers);
      expect(status).toBe(address.includes('missing') ? 404 : 200);
    }

  expect(await countAt(LINK)).toBe(before);
  expect(await countAt(HARD_RELOAD)).toBe(before + 1);
});

test('a link or a reload right after a save shows the change, even if the watcher has not noticed it', async () => {
  const project = await makeProject({
    'lib/text.ts': `export const text = 'first';`,
    'templates/pages/index.tsx': page('Home', '<p>{text}</p>', `import { text } from '../../lib/text.ts';`),
  });
  const server = await serveProject(project);

  for (let save = 0; save < 12; save += 1) {
    await open(server, '', LINK);
    await project.write({ 'lib/text.ts': `export const text = 'save ${save}';` });
    expect((await open(server, '', save % 2 === 0 ? LINK : RELOAD)).text).toBe(`save ${save}`);
  }
});

test('a change of any file that the site depends on leads to a new compilation', async () => {
  const outside = path.join(await folderOutside(), 'name.ts');
  await writeFile(outside, `export const name = 'one';`);
  const project = await makeProject({
    'sitegen.config.ts': `import { name } from '${outside}';
export default { site: 'https://' + name + '.example.com' };`,
    'data.json': '1',
    'node_modules/.package-lock.json': '',
    'templates/shell.tsx': SHOWN,
  });
  const server = await serveProject(project);
  const one = 'https://one.example.com/';

  for (const [what, change, shown] of [
    ['a file that a page reads', () => project.write({ 'data.json': '2' }), one],
    ['a file that is removed', () => project.remove('data.json'), one],
    ['an install', () => project.write({ 'node_modules/.package-lock.json': '{}' }), one],
    ['a file in the root', () => project.write({ '.env': 'SITEGEN_NAME=env' }), `${one} env`],
    [
      'a file that only the config imports',
      () => writeFile(outside, `export const name = 'two';`),
      'https://two.example.com/ env',
    ],
  ] as const) {
    await untilReused(server);
    await change();
    const { text, isReused } = await open(server, '', LINK);
    expect.soft([text.trim(), isReused], what).toEqual([shown, false]);
  }
});

test('finds pages that data has added since, and not those it has removed', async () => {
  const file = path.join(await folderOutside(), 'list.json');
  await writeFile(file, '["a"]');
  const project = await makeProject({
    'templates/pages/[slug].tsx': page(
      'Slug',
      '<p>{path}</p>',
      `import { readFileSync } from 'node:fs';
export const paths = () => JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8')).map((slug: string) => ({ params: { slug } }));`,
    ),
  });
  const server = await serveProject(project);
  await untilReused(server, 'a/');

  await writeFile(file, '["b"]');

  expect(await open(server, 'b/', LINK)).toEqual({ status: 200, text: '/b/', isReused: false });
  expect((await open(server, 'a/', LINK)).status).toBe(404);
});

test('a page with errors is compiled for each request, and recovers with its data', async () => {
  const file = path.join(await folderOutside(), 'data.txt');
  const project = await makeProject({ 'templates/pages/index.tsx': readingPage(file) });
  const server = await serveProject(project);
  expect((await open(server, '', LINK)).status).toBe(500);

  await writeFile(file, 'here');

  expect(await open(server, '', LINK)).toMatchObject({ status: 200, text: 'here here' });
});

test('prints a warning even if no page has changed', async () => {
  const project = await makeProject();
  const server = await serveProject(project);
  const before = page('Home', '', `import { useEffect } from 'react';`);

  await project.write({
    'templates/pages/index.tsx': before.replace('return <main>', 'useEffect(() => {});\n  return <main>'),
  });

  await server.says('effect-lost');
  expect(server.stderr()).toContain('`useEffect`');
});
