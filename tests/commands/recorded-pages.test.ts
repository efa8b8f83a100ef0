import { execFileSync } from 'node:child_process';
import { chmod, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeProject, packageOf, page, type Project } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const IMPORTS = `import fs from 'node:fs';
import util from 'node:util';
import { createRequire } from 'node:module';
import { shared } from 'sitegen';
const require = createRequire(process.cwd() + '/x.js');
const attempt = (run: () => unknown) => { try { return run(); } catch { return 'nothing'; } };`;

async function build(project: Project): Promise<string | undefined> {
  expect((await sitegen(project.root, 'build')).code).toBe(0);
  return /<p>(.*?)<\/p>/.exec(await project.read('out/a/index.html'))?.[1];
}

const write = (name: string, text: string) => (root: string) => writeFile(path.join(root, name), text);

test('import.meta.resolve is that of the source file where nothing else asks for its place, and finds packages', async () => {
  const expression = `[import.meta.resolve('../a.json'), import.meta.resolve('mine'), import.meta.resolve('node:fs')].join()`;
  const project = await makeProject({
    'templates/pages/a.tsx': page('A', `<p>{${expression}}</p>`),
    ...packageOf('mine', { main: 'index.js' }, { 'index.js': '' }),
  });

  const { root } = project;
  expect(await build(project)).toBe(
    `file://${root}/templates/a.json,file://${root}/node_modules/mine/index.js,node:fs`,
  );
});

describe('a page whose module reads, while it is loaded,', () => {
  test.each([
    ['whether it may run a file', `attempt(() => fs.accessSync('data.txt', fs.constants.X_OK)) ?? 'may'`, allowRunning],
    [
      'a file by bytes of its name',
      `fs.readFileSync(new TextEncoder().encode('data.txt') as any, 'utf8')`,
      write('data.txt', 'two'),
    ],
    [
      'a file of a package',
      `fs.readFileSync('node_modules/mine/data.txt', 'utf8')`,
      write('node_modules/mine/data.txt', 'two'),
    ],
    [
      'a file that another one takes precedence over',
      `require('./data').a`,
      write('data.js', 'module.exports = { a: 2 };'),
    ],
    ['JSON that is not there', `attempt(() => require('./late.json'))`, write('late.json', '1')],
    [
      'a module that is not there',
      `await import('file://' + process.cwd() + '/late.mjs').then((late) => late.default, () => 'nothing')`,
      write('late.mjs', 'export default 1;'),
    ],
    ['where a module is', `attempt(() => require.resolve('./late'))`, write('late.js', '')],
    [
      'kinds of files',
      `fs.readdirSync('kinds', { withFileTypes: true }).filter((entry) => entry.isFile()).length`,
      replaceByPipe,
    ],
    ['shared data', `await shared('data', () => fs.readFileSync('data.txt', 'utf8'))`, write('data.txt', 'two')],
    [
      'a file beside it',
      `fs.readFileSync(new URL('../../data.txt', import.meta.url), 'utf8')`,
      write('data.txt', 'two'),
    ],
    ['by util.promisify', `await util.promisify(fs.exists)('late.txt')`, write('late.txt', '')],
  ])('%s is rendered again when that has changed', async (_what, expression, change) => {
    const project = await makeProject({
      'templates/pages/a.tsx': page('A', '<p>{VALUE}</p>', `${IMPORTS}\nconst VALUE = String(${expression});`),
      'data.txt': 'one',
      'data.json': '{"a":1}',
      'kinds/a': '',
      'node_modules/mine/data.txt': 'one',
    });
    const first = await build(project);

    await change(project.root);

    expect(await build(project)).not.toBe(first);
  });
});

async function allowRunning(root: string): Promise<void> {
  await chmod(path.join(root, 'data.txt'), 0o755);
}

async function replaceByPipe(root: string): Promise<void> {
  await rm(path.join(root, 'kinds/a'));
  execFileSync('mkfifo', [path.join(root, 'kinds/a')]);
}

test('import.meta names the source file, in pages and in the config, also beside relative addresses', async () => {
  const config = `import { readFileSync } from 'node:fs';\nreadFileSync(import.meta.dirname + '/data.txt');\nreadFileSync(new URL(import.meta.resolve('./data.txt')));\nexport default {};`;
  const show =
    '<img src={new URL("./dot.svg", import.meta.url).href} alt="" /><p>{[import.meta.url, import.meta.dirname, import.meta.filename, import.meta.resolve("../a.json")].join()}</p>';
  const project = await makeProject({
    'sitegen.config.ts': config,
    'templates/pages/a.tsx': page('A', show),
    'templates/pages/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'data.txt': '',
  });

  const folder = `${project.root}/templates/pages`;
  expect(await build(project)).toBe(
    `file://${folder}/a.tsx,${folder},${folder}/a.tsx,file://${project.root}/templates/a.json`,
  );
});
