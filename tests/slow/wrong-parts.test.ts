/** `sitegen merge` with parts that are damaged, incomplete or of another site. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { hashedOutput } from '../../src/shared/asset-files.ts';
import { hashOf } from '../../src/shared/hash.ts';
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
  const result = await change(records);
  const changed = Array.isArray(result) ? (result as Line[]) : records;
  await writeFile(file, gzipSync(changed.map((record) => `${JSON.stringify(record)}\n`).join('')));
}

const pageOf = (lines: Line[]): Line => lines.find(({ kind, result }) => kind === 'page' && result?.facts) ?? {};

/** Lets a part publish a file of this machine. */
async function addAsset(project: Project, file: string, output?: string): Promise<void> {
  const bytes = await readFile(path.resolve(project.root, file));
  const hash = createHash('sha256').update(bytes).digest('hex');
  const asset = { output: output ?? hashedOutput(file, hash, bytes), contents: { file, length: bytes.length } };
  await edit(
    project,
    'part-1',
    (lines) => void lines.find(({ kind }) => kind === 'finds')?.['finds'].used.assets.push(asset),
  );
}

async function editHeads(project: Project, change: Line): Promise<void> {
  for (const part of ['part-1', 'part-2'])
    await edit(project, part, ([head]) => void Object.assign(head ?? {}, change));
}

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
  ['a file outside of the project', (project) => addAsset(project, '/etc/passwd'), /passwd/],
  [
    'a hidden file of the project',
    async (project) => {
      await project.write({ '.env.local': 'KEY=1' });
      await addAsset(project, '.env.local');
    },
    /\.env\.local/,
  ],
  [
    'a file with another hash',
    async (project) => {
      await project.write({ 'templates/a.pdf': 'x' });
      await addAsset(project, 'templates/a.pdf', 'assets/a-00000000.pdf');
    },
    /a\.pdf/,
  ],
  [
    'bytes of no file, for a place outside of the folder',
    (project) =>
      edit(project, 'part-1', (lines) => {
        const asset = { output: '../../escaped.txt', contents: { base64: 'eA==' } };
        pageOf(lines)['result'].facts.content = [{ file: 'templates/a.md', links: [], assets: [asset] }];
      }),
    /missing or damaged/,
  ],
  [
    'settings of a host as the card of a page',
    (project) =>
      edit(project, 'part-1', async (lines) => {
        const wrong = pageOf(lines);
        wrong['result'].facts.card = '.htaccess';
        wrong['files']['.htaccess'] = hashOf('x');
        await project.write({ 'part-1/.htaccess': 'x' });
      }),
    /missing or damaged/,
  ],
  [
    'facts that are a pipe',
    async ({ root }) => {
      await rm(path.join(root, 'part-1', FACTS));
      execFileSync('mkfifo', [path.join(root, 'part-1', FACTS)]);
    },
    /missing or damaged/,
  ],
  ['a number of parts that cannot be', (project) => editHeads(project, { of: 2 ** 40 }), /missing or damaged/],
  ['a date that is none', (project) => editHeads(project, { at: 'soon' }), /missing or damaged/],
  [
    'a line of another kind',
    (project) =>
      edit(project, 'part-1', (lines) => {
        lines.splice(1, 0, { kind: 'other' });
        (lines.at(-1) as Line)['lines'] += 1;
      }),
    /missing or damaged/,
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

  test.each(['part-1', 'part-1/site', '.'])('a site in %s', async (out) => {
    const { code, stderr } = await sitegen(original.root, 'merge', 'part-1', 'part-2', '--out', out);
    expect(stderr).toMatch(/^error Cannot write the site to/);
    expect(code).toBe(2);
  });

  test('none of these', async () => {
    const { code } = await sitegen(original.root, 'merge', 'part-1', 'part-2');
    expect(code).toBe(0);
    await rm(original.root, { recursive: true });
  });
});
