import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { run, sitegen, SITEGEN } from '../helpers/run.ts';

test('prints versions and the complete config', async () => {
  const { root } = await makeProject({ 'sitegen.config.ts': `export default { site: 'https://example.org' };` });

  const { code, stdout } = await sitegen(root, 'info', '--json');
  const { versions, config } = JSON.parse(stdout);

  expect(code).toBe(0);
  expect(versions).toMatchObject({ node: process.versions.node, react: expect.stringMatching(/^19\./) });
  expect(Object.keys(versions)).toEqual(expect.arrayContaining(['sharp', 'yaml', 'esbuild', 'system']));
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

test('names the lock file, but not the home folder', async () => {
  const { root } = await makeProject({ 'pnpm-lock.yaml': '' });
  const env = { HOME: path.dirname(root), USERPROFILE: path.dirname(root) };

  const { code, stdout } = await run([process.execPath, SITEGEN, 'info'], root, env);

  expect(code).toBe(0);
  expect(stdout).toMatch(/^lock file +pnpm-lock\.yaml$/m);
  expect(stdout).toContain(`"root": "~${path.sep}${path.basename(root)}"`);
  expect(stdout).not.toContain(root);
});

test('prints versions and the config if there are no pages', async () => {
  const { root } = await makeProject({ 'templates/pages/index.tsx': undefined });

  const { code, stdout, stderr } = await sitegen(root, 'info', '--json');

  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ config: { root } });
  expect(stderr).toContain('No pages found');
});
