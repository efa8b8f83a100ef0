/** Whatever becomes of what sitegen keeps between builds, the next build succeeds, with the bytes of a first build. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const SITE = {
  'public/logo.svg': '<svg/>',
  'templates/site.css': '@import "tailwindcss";',
  'templates/pages/loaded.tsx': page(
    'Loaded',
    '<p>{JSON.stringify(data)}</p>',
    'export const load = () => ({ a: 1 });',
  ),
  'templates/pages/items/[slug].tsx': page(
    'Item',
    '<p>{path}</p>',
    `export const paths = () => [{ params: { slug: 'a' } }];`,
  ),
  'templates/islands/counter.tsx': `import { island } from 'sitegen';
export default island('counter', function Counter() { return <button onClick={() => {}}>0</button>; });`,
  'templates/pages/counter.tsx': page('Counter', '<Counter />', `import Counter from '../islands/counter.tsx';`),
};

const DAMAGES: readonly (readonly [string, (bytes: Buffer) => Buffer | string])[] = [
  ['emptied', () => ''],
  ['cut in half', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['cut at its end', (bytes) => bytes.subarray(0, -1)],
  ['changed in its first bit', (bytes) => flip(bytes, 0)],
  ['changed in its middle', (bytes) => flip(bytes, Math.floor(bytes.length / 2))],
  ['changed in its last bit', (bytes) => flip(bytes, bytes.length - 1)],
  ['continued', (bytes) => Buffer.concat([bytes, Buffer.from('more')])],
  ['replaced by JSON', () => 'null'],
  ['replaced by an object', () => '{"__proto__":{}}'],
];

function flip(bytes: Buffer, index: number): Buffer {
  const copy = Buffer.from(bytes);
  if (index in copy) copy[index] = (copy[index] ?? 0) ^ 1;
  return copy;
}

async function build(project: Project, ...args: string[]): Promise<Record<string, string>> {
  const { code, stderr } = await sitegen(project.root, 'build', ...args);
  expect(code === 0 ? '' : stderr).toBe('');
  const names = await project.list('out');
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await project.read(`out/${name}`)])));
}

test.each(DAMAGES)('a file that is %s', { timeout: 300_000 }, async (_how, damage) => {
  const project = await makeProject(SITE);
  const expected = await build(project);
  for (const name of await project.list('.sitegen')) {
    const file = path.join(project.root, '.sitegen', name);
    if (!existsSync(file)) continue;
    writeFileSync(file, damage(readFileSync(file)));
    expect({ name, site: await build(project) }).toEqual({ name, site: expected });
  }
  const marker = path.join(project.root, 'out/.sitegen');
  writeFileSync(marker, damage(readFileSync(marker)));
  await project.write({ 'public/logo.svg': '<svg></svg>' });
  expect(await build(project)).toEqual({ ...expected, 'logo.svg': '<svg></svg>' });
});

test('files in place of folders, and folders in place of files', { timeout: 300_000 }, async () => {
  const project = await makeProject(SITE);
  const expected = await build(project);
  const names = await project.list('.sitegen');
  for (const name of [...names, 'external.json', 'cache/build.json.new', 'cache/pages.jsonl.new']) {
    const file = path.join(project.root, '.sitegen', name);
    rmSync(file, { force: true });
    mkdirSync(path.join(file, 'inside'), { recursive: true });
    expect({ name, site: await build(project, '--force') }).toEqual({ name, site: expected });
  }
  for (const name of ['cache', 'data', 'hosts']) {
    const folder = path.join(project.root, '.sitegen', name);
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'a file');
    expect({ name, site: await build(project) }).toEqual({ name, site: expected });
  }
});

test.each(['.sitegen', 'out'])("a file in place of %s may be the user's", async (name) => {
  const project = await makeProject({ ...SITE, [name]: 'a file' });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(2);
  expect(stderr).toContain(path.join(project.root, name));
  expect(await project.read(name)).toBe('a file');
});

test.each(['with its dates', 'without its dates'])('a project that is moved, %s', async (how) => {
  const project = await makeProject(SITE);
  const expected = await build(project);
  const moved = await makeProject();
  cpSync(project.root, moved.root, {
    recursive: true,
    preserveTimestamps: how === 'with its dates',
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('node_modules'),
  });
  rmSync(project.root, { recursive: true });

  expect(await build(moved)).toEqual(expected);
  utimesSync(path.join(moved.root, 'out/index.html'), 1, 1);
  expect(await build(moved)).toEqual(expected);
  await moved.write({ 'templates/pages/loaded.tsx': page('Loaded', '<p>changed</p>') });
  expect((await build(moved))['loaded/index.html']).toContain('<p>changed</p>');
});
