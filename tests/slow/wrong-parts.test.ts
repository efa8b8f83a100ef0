/** `sitegen merge` with parts that are damaged, incomplete or of another site. */
import { appendFile, cp, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createProject, makeProject, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';
import { AT, buildParts } from '../helpers/shards.ts';

const FACTS = 'sitegen-part.jsonl.gz';

type Line = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- lines are damaged on purpose

/** Changes the lines of a part. */
async function edit({ root }: Project, part: string, change: (lines: Line[]) => unknown): Promise<void> {
  const file = path.join(root, part, FACTS);
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
  const records = lines.map((line) => JSON.parse(line) as Line);
  const result = change(records);
  const changed = Array.isArray(result) ? (result as Line[]) : records;
  await writeFile(file, gzipSync(changed.map((record) => `${JSON.stringify(record)}\n`).join('')));
}

const pageOf = (lines: Line[]): Line => lines.find(({ kind, result }) => kind === 'page' && result?.facts) ?? {};

/** What is wrong, how, and a word of the message. */
const WRONG: readonly [
  name: string,
  damage: (project: Project) => Promise<unknown>,
  message: RegExp,
  parts?: readonly string[],
][] = [
  ['a missing part', async () => {}, /missing: 2\/2/, ['part-1']],
  ['a folder that does not exist', async () => {}, /part-9.*missing or damaged/, ['part-1', 'part-9']],
  [
    'a part twice',
    ({ root }) => cp(path.join(root, 'part-1'), path.join(root, 'copy'), { recursive: true }),
    /same part, 1\/2/,
    ['part-1', 'copy', 'part-2'],
  ],
  [
    'a whole site',
    ({ root }) => sitegen(root, 'build', '--out', 'whole'),
    /whole.*missing or damaged/,
    ['part-1', 'whole'],
  ],
  ['an empty folder', ({ root }) => mkdir(path.join(root, 'empty')), /missing or damaged/, ['part-1', 'empty']],
  ['no file of facts', ({ root }) => rm(path.join(root, 'part-1', FACTS)), /missing or damaged/],
  [
    'facts that are a folder',
    async ({ root }) => {
      await rm(path.join(root, 'part-1', FACTS));
      await mkdir(path.join(root, 'part-1', FACTS));
    },
    /missing or damaged/,
  ],
  ['facts that end early', ({ root }) => truncate(path.join(root, 'part-1', FACTS), 300), /missing or damaged/],
  [
    'facts with something after them',
    ({ root }) => appendFile(path.join(root, 'part-1', FACTS), 'x'.repeat(50)),
    /missing or damaged/,
  ],
  [
    'facts that are not compressed',
    ({ root }) => writeFile(path.join(root, 'part-1', FACTS), '{}\n'),
    /missing or damaged/,
  ],
  ['facts that are empty', ({ root }) => writeFile(path.join(root, 'part-1', FACTS), gzipSync('')), /no head/],
  [
    'lines that are no JSON',
    ({ root }) => writeFile(path.join(root, 'part-1', FACTS), gzipSync('{\n')),
    /missing or damaged/,
  ],
  [
    'lines that are no objects',
    ({ root }) => writeFile(path.join(root, 'part-1', FACTS), gzipSync('null\n1\n')),
    /missing or damaged/,
  ],
  ['no end', (project) => edit(project, 'part-1', (lines) => lines.slice(0, -1)), /not complete/],
  ['a line too few', (project) => edit(project, 'part-1', (lines) => lines.toSpliced(1, 1)), /not complete/],
  [
    'a page that is missing',
    (project) =>
      edit(project, 'part-1', (lines) => {
        lines.splice(lines.indexOf(pageOf(lines)), 1);
        (lines.at(-1) as Line)['lines'] -= 1;
      }),
    /No part has page/,
  ],
  [
    'a page twice',
    (project) =>
      edit(project, 'part-1', (lines) => {
        lines.splice(1, 0, pageOf(lines));
        (lines.at(-1) as Line)['lines'] += 1;
      }),
    /has no right/,
  ],
  [
    'a page of the other part',
    async (project) => {
      let stolen: Line = {};
      await edit(project, 'part-2', (lines) => void (stolen = pageOf(lines)));
      await edit(project, 'part-1', (lines) => {
        lines.splice(1, 0, stolen);
        (lines.at(-1) as Line)['lines'] += 1;
      });
    },
    /has no right/,
  ],
  [
    'a page with a wrong number',
    (project) => edit(project, 'part-1', (lines) => void (pageOf(lines)['index'] = 1e9)),
    /has no right/,
  ],
  [
    'a page without a route',
    (project) => edit(project, 'part-1', (lines) => void delete pageOf(lines)['route']),
    /missing or damaged/,
  ],
  [
    'a page without results',
    (project) => edit(project, 'part-1', (lines) => void (pageOf(lines)['result'] = {})),
    /missing or damaged/,
  ],
  ['another format', (project) => edit(project, 'part-1', ([head]) => void ((head as Line)['format'] = 2)), /format/],
  [
    'another sitegen',
    (project) => edit(project, 'part-1', ([head]) => void ((head as Line)['sitegen'] = '0.0.9')),
    /sitegen 0\.0\.9/,
  ],
  [
    'another Node',
    (project) => edit(project, 'part-1', ([head]) => void ((head as Line)['node'] = '18.0.0')),
    /Node 18\.0\.0/,
  ],
  [
    'another date',
    (project) => edit(project, 'part-2', ([head]) => void ((head as Line)['at'] = '2020-01-01T00:00:00.000Z')),
    /--at 2020/,
  ],
  [
    'another number of parts',
    ({ root }) => sitegen(root, 'build', '--shard', '2/3', '--out', 'part-2', ...AT),
    /parts 3/,
  ],
  [
    'other pages',
    (project) => edit(project, 'part-2', (lines) => void ((lines.at(-1) as Line)['list'] = 'x')),
    /list different pages/,
  ],
  [
    'another commit',
    (project) => project.write({ 'templates/pages/index.tsx': page('Changed', '') }),
    /another commit/,
  ],
  [
    'another config',
    (project) => project.write({ 'sitegen.config.ts': `export default { site: 'https://other.example.com' };` }),
    /another commit or config/,
  ],
  [
    'a page file that is missing',
    ({ root }) =>
      rm(path.join(root, 'part-1', 'p0/index.html')).catch(() => rm(path.join(root, 'part-2', 'p0/index.html'))),
    /p0\/index\.html/,
  ],
  [
    'a page file with other bytes',
    ({ root }) =>
      appendFile(path.join(root, 'part-1', 'p0/index.html'), ' ', { flag: 'r+' }).catch(() =>
        appendFile(path.join(root, 'part-2', 'p0/index.html'), ' '),
      ),
    /other bytes/,
  ],
  [
    'a page file that is a link out of the part',
    async ({ root }) => {
      const files = ['part-1', 'part-2'].map((part) => path.join(root, part, 'p0/index.html'));
      const moved = path.join(root, 'moved.html');
      const from = await rename(files[0] ?? '', moved).then(
        () => files[0],
        () => rename(files[1] ?? '', moved).then(() => files[1]),
      );
      await symlink(moved, from ?? '');
    },
    /p0\/index\.html/,
  ],
  [
    'a page that leads out of the folder',
    (project) =>
      edit(project, 'part-1', (lines) => {
        const wrong = pageOf(lines);
        wrong['route'].output = '../../escaped.html';
        wrong['files'] = { '../../escaped.html': Object.values(wrong['files'])[0] };
      }),
    /escaped|clash|outside/,
  ],
  [
    'a page file of another project',
    (project) => edit(project, 'part-1', (lines) => void (pageOf(lines)['route'].source = 'templates/pages/other.tsx')),
    /other\.tsx/,
  ],
];

describe('wrong parts publish nothing', async () => {
  const original = await createProject({
    'templates/pages/[n].tsx': `export const paths = () => Array.from({ length: 10 }, (_, n) => ({ params: { n: 'p' + n } }));
export const meta = ({ params }: any) => ({ title: params.n, description: 'About ' + params.n });
export default ({ params }: any) => <main><h1>{params.n}</h1></main>;`,
  });
  await buildParts(original, 2);

  test.each(WRONG)('%s', async (_name, damage, message, parts = ['part-1', 'part-2']) => {
    const project = await makeProject();
    await rm(project.root, { recursive: true });
    await cp(original.root, project.root, { recursive: true, verbatimSymlinks: true });
    await damage(project);

    const { code, stderr } = await sitegen(project.root, 'merge', ...parts);

    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('bug in sitegen');
    expect(code).toBe(2);
    expect(await project.list('out')).toEqual([]);
  });

  test('none of these', async () => {
    const { code } = await sitegen(original.root, 'merge', 'part-1', 'part-2');
    expect(code).toBe(0);
    await rm(original.root, { recursive: true });
  });
});
