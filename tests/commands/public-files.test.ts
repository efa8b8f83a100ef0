/** Files in public/ are published unchanged, unless that is impossible or clearly a mistake. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

test('skips hidden files, except those that hosts need', async () => {
  const project = await makeProject({
    'public/.DS_Store': 'x',
    'public/a/Thumbs.db': 'x',
    'public/a/.env': 'x',
    'public/.htaccess': 'x',
    'public/.nojekyll': '',
    'public/.well-known/security.txt': 'x',
    'public/robots.txt': 'x',
  });

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(0);
  expect(stderr.match(/^warning public-hidden +\S+/gm)?.map((line) => line.split(/ +/)[2])).toEqual([
    'public/.DS_Store',
    'public/a/.env',
    'public/a/Thumbs.db',
  ]);
  expect(await project.list('out')).toEqual([
    '.htaccess',
    '.nojekyll',
    '.sitegen',
    '.well-known/security.txt',
    'index.html',
    'robots.txt',
  ]);
});

test('refuses links that lead out of public/, and follows links within it', async () => {
  const project = await makeProject({ 'public/inside.txt': 'inside', 'secret.txt': 'secret' });
  const link = (target: string, name: string) => symlink(target, path.join(project.root, 'public', name));
  await link('inside.txt', 'again.txt');
  await sitegen(project.root, 'build');
  await link('../secret.txt', 'out.txt');
  await link('/etc/passwd', 'users.txt');
  await link('loop', 'loop');
  await link('.', 'here');

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr).toContain(`public/out.txt is a link to ${project.root}/secret.txt`);
  expect(stderr).toContain('public/users.txt is a link to /etc/passwd');
  expect(stderr).toContain('error file-kind  public/loop');
  expect(stderr).toContain('error file-kind  public/here');
  expect(await project.list('out')).toEqual(['.sitegen', 'again.txt', 'index.html', 'inside.txt']);
  expect(await project.read('out/again.txt')).toBe('inside');
});

test('public/ itself may be a link', async () => {
  const project = await makeProject({ 'shared/logo.txt': 'logo' });
  await symlink('shared', path.join(project.root, 'public'));

  expect(await sitegen(project.root, 'build')).toMatchObject({ code: 0, stderr: '' });

  expect(await project.read('out/logo.txt')).toBe('logo');
});

const WRONG_NAMES = ['a:b.txt', 'what?.txt', 'CON', 'nul.txt', 'end.', 'back\\slash', 'line\nfeed', 'bell\u0007'];

test('reports every name that no host accepts', async () => {
  const project = await makeProject({
    ...Object.fromEntries(WRONG_NAMES.map((name) => [`public/${name}`, 'x'])),
    'public/fine é 中 😀 #1 50%.txt': 'x',
    [`public/${Array.from({ length: 6 }, () => 'n'.repeat(200)).join('/')}`]: 'x',
  });
  // Not UTF-8.
  await writeFile(Buffer.concat([Buffer.from(`${project.root}/public/f`), Buffer.from([0xff, 0xfe])]), 'x');

  const { code, stdout, stderr } = await sitegen(project.root, 'build', '--json');

  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.not.stringContaining('    at ') as string });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; place: { file: string } }[] };
  expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual(diagnostics.map(() => 'public-file'));
  const named = diagnostics.map(({ place }) => place.file.slice('public/'.length));
  expect(named).toHaveLength(WRONG_NAMES.length + 2);
  expect(named).toEqual(expect.arrayContaining([...WRONG_NAMES, 'f\uFFFD\uFFFD']));
});

test('page paths that are too long for a host are errors', async () => {
  const project = await makeProject({
    'templates/pages/[...rest].tsx': `
export const paths = [300, 1000, 1100].map((length) => ({ params: { rest: 'abcdefghi/'.repeat(length / 10) + 'x' } }));
export const meta = ({ params }: any) => ({ title: params.rest, description: params.rest });
export default () => <main><h1>Long</h1></main>;
`,
  });
  await mkdir(path.join(project.root, 'public'));

  const { code, stderr } = await sitegen(project.root, 'build');

  expect(code).toBe(1);
  expect(stderr.match(/error paths-failed/g)).toHaveLength(1);
  expect(stderr).toContain('1024 bytes');
});
