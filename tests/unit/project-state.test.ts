import { mkdir, mkdtemp, realpath, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changedSince, stateOfProject } from '../../src/serve/project-state.ts';

async function makeFiles() {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-changes-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  const root = path.join(folder, 'project');
  const files = [
    'a.ts',
    'lib/deep/b.ts',
    'public/p.txt',
    'node_modules/x/index.js',
    'node_modules/x/read.js',
    '.sitegen/memo',
    'out/index.html',
  ];
  const others = ['outside/c.ts', 'linked/d.ts', 'settings/base.json', 'settings/lowest.json'];
  for (const file of [...files.map((name) => `project/${name}`), ...others]) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), 'first');
  }
  await writeFile(
    path.join(root, 'tsconfig.json'),
    '{ /* shared */ "extends": ["../settings/base"], "files": ["a.ts"] }',
  );
  await writeFile(path.join(folder, 'settings/base.json'), '{ "extends": "./lowest.json" }');
  await symlink('../linked', path.join(root, 'link'));
  await symlink('..', path.join(root, 'lib/around'));
  const outside = [path.join(folder, 'outside/c.ts'), path.join(root, 'node_modules/x/read.js')];
  const look = () => stateOfProject(root, path.join(root, 'out'), outside);
  // File system clocks are coarse.
  const scratch = path.join(folder, 'scratch');
  const clock = async () => {
    await writeFile(scratch, 'x');
    return (await stat(scratch)).ctimeMs;
  };
  const newest = Math.max(...look().values());
  await expect.poll(clock, { interval: 1, timeout: 20_000 }).toBeGreaterThan(newest);
  return { folder, root, look };
}

const TIME = new Date('2020-01-01');

test.each<[string, (folder: string) => Promise<unknown>]>([
  ['a file', (folder) => writeFile(`${folder}/project/a.ts`, 'second')],
  [
    'a file whose time is set back',
    async (folder) => {
      await writeFile(`${folder}/project/lib/deep/b.ts`, 'again');
      await utimes(`${folder}/project/lib/deep/b.ts`, TIME, TIME);
    },
  ],
  ['a file that is removed from the root', (folder) => rm(`${folder}/project/a.ts`)],
  ['a file that is renamed', (folder) => rename(`${folder}/project/lib/deep/b.ts`, `${folder}/project/lib/deep/c.ts`)],
  ['a new hidden file in the root', (folder) => writeFile(`${folder}/project/.env`, 'x')],
  ['a file that a link leads to', (folder) => writeFile(`${folder}/linked/d.ts`, 'second')],
  ['an input elsewhere', (folder) => writeFile(`${folder}/outside/c.ts`, 'second')],
  ['a file beside an input elsewhere', (folder) => mkdtemp(`${folder}/outside/d-`)],
  [
    'a file of a package that was compiled',
    (folder) => writeFile(`${folder}/project/node_modules/x/read.js`, 'second'),
  ],
  ['the package.json of such a package', (folder) => writeFile(`${folder}/project/node_modules/x/package.json`, '{}')],
  ['an install', (folder) => writeFile(`${folder}/project/node_modules/.modules.yaml`, 'x')],
  [
    'an install in a workspace around it',
    async (folder) => {
      await mkdir(`${folder}/node_modules`);
      await writeFile(`${folder}/node_modules/.package-lock.json`, 'x');
    },
  ],
  ['a new package.json in a folder around it', (folder) => writeFile(`${folder}/package.json`, '{}')],
  ['a tsconfig.json that is extended', (folder) => writeFile(`${folder}/settings/base.json`, '{}')],
  ['one that this one extends', (folder) => writeFile(`${folder}/settings/lowest.json`, '{ }')],
])('%s changes the state of a project', async (_what, change) => {
  const { folder, look } = await makeFiles();
  const before = look();

  await change(folder);

  expect(look()).not.toEqual(before);
});

test('files that are not compiled do not change it', async () => {
  const { root, look } = await makeFiles();
  const before = look();
  const files = [
    'public/p.txt',
    'public/new.txt',
    'out/index.html',
    'node_modules/x/index.js',
    '.sitegen/memo',
    '.git/HEAD',
  ];
  await mkdir(path.join(root, '.git'));
  await mkdir(path.join(root, '.out-new-1-2-3'));
  for (const file of files) await writeFile(path.join(root, file), 'second');
  await rm(path.join(root, '.git'), { recursive: true });

  expect(look()).toEqual(before);
});

const stateOf = (files: Readonly<Record<string, number>>) => new Map(Object.entries(files));

test.each([
  ['nothing', { a: 900, b: 0 }, { a: 900, b: 0 }, []],
  ['an edited file', { a: 900, b: 800 }, { a: 901, b: 800 }, ['a']],
  ['a file whose time was set back', { a: 900 }, { a: 800 }, ['a']],
  ['a new file, and one that is gone', { a: 900 }, { b: 900 }, ['a', 'b']],
  ['a file that may have been saved twice within one tick of the clock', { a: 995, b: 900 }, { a: 995, b: 900 }, ['a']],
])('compiled at 1000, %s has changed', (_what, then, now, expected) => {
  expect(changedSince(1000, stateOf(then), stateOf(now))).toEqual(expected);
});
