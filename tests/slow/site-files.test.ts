import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeProject, page, serveProject, type Project } from '../helpers/project.ts';
import { NOTHING } from '../helpers/rebuild.ts';
import { sitegen } from '../helpers/run.ts';

/** A file that lists the pages with all known facts. Its last part is read from a file. */
const LIST = `import { readFileSync } from 'node:fs';
import type { SiteFile } from 'sitegen';
console.log('generating');
const generate: SiteFile = async ({ site, base, pages }) => JSON.stringify({ site, base, pages, note: readFileSync('note.txt', 'utf8') });
export default generate;
`;

const META = `{ title: 'A', description: 'About A.', updated: new Date('2026-03-14'), author: 'Ada', tags: new Set(['x']) }`;

const FILES = {
  'templates/files/nested/list.json.ts': LIST,
  'templates/files/data.bin.js': 'export default () => new Uint8Array([0, 255, 1]);',
  'templates/files/notes.md': 'no function',
  'templates/pages/a.tsx': page('A', '<a href="/nested/list.json">list</a>').replace(/meta = .*/, `meta = ${META};`),
  'templates/pages/hidden.tsx': page('Hidden', '').replace('description:', 'noindex: true, description:'),
  'templates/pages/404.tsx': page('Gone', ''),
  'note.txt': 'one',
  'sitegen.config.ts': `export default { site: 'https://example.org', base: '/docs/' };`,
};

/** Builds, and returns the changes and whether functions ran. */
async function rebuild(project: Project) {
  const { code, stdout, stderr } = await sitegen(project.root, 'build', '--json');
  expect(code).toBe(0);
  return { ...JSON.parse(stdout).changes, ran: stderr.includes('[templates/files/nested/list.json.ts] generating') };
}

describe('a function in templates/files', () => {
  test('generates a file from all pages', async () => {
    const project = await makeProject(FILES);

    expect((await rebuild(project)).added).toEqual(expect.arrayContaining(['/data.bin', '/nested/list.json']));

    expect(await project.list('out')).not.toContain('notes.md');
    const { pages, ...rest } = JSON.parse(await project.read('out/nested/list.json'));
    expect(rest).toEqual({ site: 'https://example.org', base: '/docs/', note: 'one' });
    expect(pages).toEqual([
      {
        path: '/404.html',
        source: 'templates/pages/404.tsx',
        meta: { title: 'Gone', description: 'About Gone.', noindex: true },
        noindex: true,
        isErrorPage: true,
      },
      {
        path: '/a/',
        source: 'templates/pages/a.tsx',
        canonical: 'https://example.org/docs/a/',
        meta: { title: 'A', description: 'About A.', updated: '2026-03-14T00:00:00.000Z', author: 'Ada', tags: {} },
        noindex: false,
        isErrorPage: false,
      },
      expect.objectContaining({ path: '/hidden/', noindex: true, isErrorPage: false }),
      expect.objectContaining({ path: '/', canonical: 'https://example.org/docs/' }),
    ]);
    expect(pages[2]).not.toHaveProperty('canonical');
    expect([...(await readFile(path.join(project.root, 'out/data.bin')))]).toEqual([0, 255, 1]);
  });

  test('runs in every build, and its file follows its inputs and the pages', async () => {
    const project = await makeProject(FILES);
    await rebuild(project);
    expect(await rebuild(project)).toEqual({ ...NOTHING, ran: true });

    await project.write({ 'note.txt': 'two' });
    expect(await rebuild(project)).toEqual({ ...NOTHING, changed: ['/nested/list.json'], ran: true });

    const a = FILES['templates/pages/a.tsx'];
    await project.write({ 'templates/pages/a.tsx': a.replace('Ada', 'Bob') });
    expect(await rebuild(project)).toEqual({ ...NOTHING, changed: ['/nested/list.json'], ran: true });

    await project.write({ 'out/nested/list.json': 'damaged' });
    expect(await rebuild(project)).toMatchObject({ changed: ['/nested/list.json'] });

    await project.remove('templates/files/nested/list.json.ts');
    await project.write({ 'templates/pages/a.tsx': page('A', '') });
    expect(await rebuild(project)).toMatchObject({ removed: ['/nested/list.json'] });
  });

  test('is tried four times, which the error says, and links to its file cause no further errors', async () => {
    const project = await makeProject({
      'templates/files/late.txt.ts': `let tries = 0;
export default () => { tries += 1; if (tries < 4) throw new Error('not yet'); return 'after ' + tries; };`,
      'templates/files/never.txt.ts': `export default () => { throw new Error('never'); };`,
      'templates/pages/a.tsx': page('A', '<a href="/never.txt">never</a>'),
    });

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(code).toBe(1);
    expect(stderr).toContain('Error: never (tried 4 times)');
    expect(stderr.match(/^error /gm)).toHaveLength(1);
  });

  test('takes precedence over a generated file', async () => {
    const project = await makeProject({
      ...FILES,
      'templates/files/robots.txt.ts': `export default () => 'own';`,
      'sitegen.config.ts': `export default { site: 'https://example.org' };`,
    });

    await sitegen(project.root, 'build');

    expect(await project.read('out/robots.txt')).toBe('own');
  });

  test('runs in serve when the meta of a page has changed', async () => {
    const project = await makeProject(FILES);
    const server = await serveProject(project);
    const list = async () => fetch(`${server.url}nested/list.json`);
    expect((await list()).headers.get('content-type')).toBe('application/json; charset=utf-8');

    await project.write({ 'templates/pages/a.tsx': FILES['templates/pages/a.tsx'].replace('Ada', 'Bob') });

    while (!(await (await list()).text()).includes('Bob')) await server.says('Built');
  });
});

test('a problem in a function in templates/files is reported with its file, and the others run', async () => {
  const problems: Readonly<Record<string, readonly [code: string, text: string, line: string]>> = {
    'throws.ts': ['file-failed', 'export default () => {\n  throw new Error("broken");\n};', ':2:'],
    'fails-to-load.ts': ['file-failed', 'throw new Error("broken");\nexport default () => "";', ':1:'],
    'no-result.ts': ['file-failed', 'export default () => undefined;', ''],
    'no-function.ts': ['file-failed', 'export const generate = () => "";', ''],
    'never.ts': ['file-failed', 'export default () => new Promise(() => {});', ''],
    'loop.ts': ['page-too-slow', 'export default () => { for (;;); };', ''],
    'exits.ts': ['thread-ended', 'export default () => process.exit(0);', ''],
  };
  const files = Object.entries(problems).map(([name, [, text]]) => [`templates/files/${name}`, text]);
  const project = await makeProject({
    ...Object.fromEntries(files),
    'templates/files/x-last.ts': 'export default () => { console.log("the last ran"); return ""; };',
    'sitegen.config.ts': 'export default { limits: { seconds: 2 } };',
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain('[templates/files/x-last.ts] the last ran');
  expect(
    stderr
      .match(/^error .*/gm)
      ?.toSorted()
      .map((line) => line.replace(/\d+$/, '')),
  ).toEqual(
    Object.entries(problems)
      .map(([name, [problem, , line]]) => `error ${problem}  templates/files/${name}${line}`)
      .toSorted(),
  );
});

test('invalid names, and two sources for one file, are reported before functions run', async () => {
  const generate = 'export default () => "";';
  const project = await makeProject({
    'templates/files/x.txt.ts': generate,
    'templates/files/x.txt.js': generate,
    'public/y.txt': '',
    'templates/files/y.txt.ts': generate,
    'templates/files/index.html.ts': generate,
    'templates/files/b/index.html.ts': generate,
    'templates/pages/[slug].tsx': `${page('B', '')}\nexport const paths = [{ params: { slug: 'b' } }];`,
    'templates/files/.env.ts': generate,
    'templates/files/assets/x.ts': generate,
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr.match(/^error .*/gm)?.toSorted()).toEqual([
    'error file-name  templates/files/.env.ts',
    'error file-name  templates/files/assets/x.ts',
    'error output-clash  public/y.txt',
    'error output-clash  templates/files/index.html.ts',
    'error output-clash  templates/files/x.txt.ts',
    'error output-clash  templates/pages/[slug].tsx',
  ]);
});
