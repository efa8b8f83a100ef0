import path from 'node:path';
import { expect, test } from 'vitest';
import { describePackageManager } from '../../src/cli/describe-environment.ts';
import { makeProject } from '../helpers/project.ts';
import { run, sitegen, SITEGEN } from '../helpers/run.ts';

test('prints versions and the complete config', async () => {
  const { root } = await makeProject({ 'sitegen.config.ts': `export default { site: 'https://example.org' };` });

  const { code, stdout } = await sitegen(root, 'info', '--json');
  const { versions, config } = JSON.parse(stdout);

  expect(code).toBe(0);
  expect(versions).toMatchObject({ node: process.versions.node, react: expect.stringMatching(/^19\./) });
  expect(Object.keys(versions)).toEqual(expect.arrayContaining(['sharp', 'yaml', 'esbuild', 'installed', 'system']));
  expect(config).toMatchObject({ root, site: 'https://example.org', base: '/', keepAssets: 2 });
});

test('prints versions if the config is broken', async () => {
  const { root } = await makeProject({ 'sitegen.config.ts': `export default { base: 3 };` });

  const { code, stdout, stderr } = await sitegen(root, 'info');

  expect(code).toBe(2);
  expect(stdout).toMatch(new RegExp(`^node +${process.versions.node}$`, 'm'));
  expect(stderr).toContain('config-invalid');
});

test('declares the addresses of the site, also if no page compiles', async () => {
  const { root, read } = await makeProject({ 'templates/pages/about.tsx': `import './missing.ts';` });

  await sitegen(root, 'info');

  expect(await read('.sitegen/routes.d.ts')).toContain(`'/about': Params<'/about'>;`);
});

test('names neither the home folder nor the address of a package', async () => {
  const { root } = await makeProject({
    'package.json': `{ "dependencies": { "sitegen": "git+https://secret@example.org/sitegen.git" } }`,
  });
  const env = { HOME: path.dirname(root), USERPROFILE: path.dirname(root) };

  const { code, stdout } = await run([process.execPath, SITEGEN, 'info'], root, env);

  expect(code).toBe(0);
  expect(stdout).toContain('from a folder or repository\n');
  expect(stdout).toContain(`"root": "~${path.sep}${path.basename(root)}"`);
  for (const hidden of ['secret', root]) expect(stdout).not.toContain(hidden);
});

test.each([
  ['yarn/4.9.0 npm/? node/v24.1.0 linux x64', 'yarn 4.9.0'],
  [undefined, 'pnpm (pnpm-lock.yaml)'],
])('finds the package manager of %s', async (userAgent, expected) => {
  const { root } = await makeProject({ 'pnpm-lock.yaml': '' });

  expect(describePackageManager(root, userAgent)).toBe(expected);
});

test('prints versions and the config if there are no pages', async () => {
  const { root } = await makeProject({ 'templates/pages/index.tsx': undefined });

  const { code, stdout, stderr } = await sitegen(root, 'info', '--json');

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ config: { root }, content: { pages: [], collections: [] } });
  expect(stderr).toContain('No pages found');
});

test('prints the content of the site with drafts and mistakes, including a missing folder', async () => {
  const { root } = await makeProject({
    'templates/pages/about.md': '---\ntitle: About\n---\n\n# About\n',
    'lib/posts.ts': `import { collection } from 'sitegen/content';
const validate = (value: any) => (value.title === undefined ? { issues: [{ message: 'No title' }] } : { value });
const schema = { '~standard': { version: 1, vendor: 'test', validate } } as const;
export const posts = collection('content/*.md', { schema });
export const authors = collection('authors/*.md', { schema });`,
    'templates/files/posts.json.ts': `import { posts } from '../../lib/posts.ts';
export default async () => JSON.stringify(await posts.all());`,
    'content/a.md': '---\ntitle: A\n---\n',
    'content/b.md': '---\ntitle: B\ndraft: true\n---\n',
    'content/c.md': '---\ntitle: C\npublishAt: 2100-01-01\n---\n',
    'content/d.md': 'D\n',
  });

  const { code, stdout, stderr } = await sitegen(root, 'info');
  const json = await sitegen(root, 'info', '--json');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.slice(stdout.indexOf('\nContent:'))).toBe(`
Content:
  templates/pages  1 page
  content/*.md     1 file, 2 left out (drafts, or published later), 1 mistake
  authors/*.md     0 files, 1 mistake
`);
  expect(JSON.parse(json.stdout).content).toEqual({
    pages: ['templates/pages/about.md'],
    collections: [
      { pattern: 'content/*.md', entries: 1, unpublished: 2, mistakes: 1 },
      { pattern: 'authors/*.md', entries: 0, unpublished: 0, mistakes: 1 },
    ],
  });
});
