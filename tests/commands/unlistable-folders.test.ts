/** A folder that cannot be listed must not be treated as empty: its files would vanish from the site. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from '../../src/shared/files.ts';
import { makeProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

const NOT_UTF8 = Buffer.from([0x61, 0xff, 0x62]);

describe.runIf(process.platform === 'linux').each(['public', 'templates', 'public/deep/er'])('in %s', (folder) => {
  test('a folder whose name is not UTF-8 is an error, and the site is kept', async () => {
    const project = await makeProject({ 'public/logo.svg': '<svg/>', 'public/deep/er/note.txt': 'note' });
    expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0 });
    const before = await project.list('out');
    mkdirSync(Buffer.concat([Buffer.from(path.join(project.root, folder, '/')), NOT_UTF8]));

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(code).toBe(2);
    expect(stderr).toContain(path.join(project.root, folder, 'a\uFFFDb'));
    expect(stderr).toContain('not valid UTF-8');
    expect(await project.list('out')).toEqual(before);
  });
});

test('a folder that vanishes while being listed is an error that names it', async () => {
  const { root } = await makeProject({ 'public/first/a.txt': '', 'public/second/b.txt': '' });
  const vanish = () => rmSync(path.join(root, 'public/second'), { recursive: true, force: true });

  expect(() =>
    listFiles(path.join(root, 'public'), () => {
      vanish();
      return true;
    }),
  ).toThrow(/Cannot list the folder .*second.*\nTry: /s);
});

test.each([
  ['a link that leads nowhere', (file: string) => symlinkSync('nowhere', file)],
  ['a file', (file: string) => execFileSync('touch', [file])],
])('public/ that is %s is an error', async (_what, create) => {
  const { root } = await makeProject();
  create(path.join(root, 'public'));

  const { code, stderr } = await sitegen(root, 'build');

  expect(code).toBe(2);
  expect(stderr).toContain(`Cannot list the folder ${path.join(root, 'public')}`);
});

test.each(['public', 'templates'])(
  'does not follow links to folders in %s, even if they form a cycle',
  async (folder) => {
    const project = await makeProject({ 'public/logo.svg': '<svg/>' });
    symlinkSync('..', path.join(project.root, folder, 'parent'));

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(code).toBe(1);
    expect(stderr).toContain(`file-kind  ${folder}/parent`);
  },
);

test('links to nothing, to themselves or into a file are errors', async () => {
  const { root } = await makeProject({ 'public/logo.svg': '<svg/>' });
  const links = {
    'templates/pages/circle.txt': 'circle.txt',
    'templates/gone.ts': 'nowhere',
    'public/x': 'logo.svg/x',
  };
  for (const [file, target] of Object.entries(links)) symlinkSync(target, path.join(root, file));

  const { code, stderr } = await sitegen(root, 'build');

  expect(code).toBe(1);
  for (const file of Object.keys(links)) expect(stderr).toContain(`file-kind  ${file}\n`);
});

describe.runIf(process.platform === 'linux')('a pipe', () => {
  test.each(['public/pipe', 'templates/pages/pipe.tsx'])(
    'at %s is an error, and does not block the build',
    async (file) => {
      const { root } = await makeProject({ 'public/logo.svg': '<svg/>', 'templates/islands/other.tsx': '' });
      execFileSync('mkfifo', [path.join(root, file)]);

      const { code, stderr } = await sitegen(root, 'build');

      expect(stderr).toContain(`file-kind  ${file}`);
      expect(code).toBe(1);
    },
  );
});

test.each(['.tsx', 'guide/.tsx', 'index/.tsx'])('a page file without a name is an error: %s', async (file) => {
  const { root } = await makeProject({
    [`templates/pages/${file}`]: 'export const meta = { title: "Lost" }; export default () => <h1>Lost</h1>;',
  });

  const { code, stderr } = await sitegen(root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain(`file-name  templates/pages/${file}`);
});
