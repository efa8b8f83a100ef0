import { expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { sitegen } from '../helpers/run.ts';

test('prints versions and the complete config', async () => {
  const { root } = await makeProject({ 'sitegen.config.ts': `export default { site: 'https://example.org' };` });

  const { code, stdout } = await sitegen(root, 'info', '--json');
  const { versions, config } = JSON.parse(stdout);

  expect(code).toBe(0);
  expect(versions).toMatchObject({ node: process.versions.node, react: expect.stringMatching(/^19\./) });
  expect(config).toMatchObject({ root, site: 'https://example.org', base: '/', keepAssets: 2 });
});

test('prints versions although the config is broken', async () => {
  const { root } = await makeProject({ 'sitegen.config.ts': `export default { base: 3 };` });

  const { code, stdout, stderr } = await sitegen(root, 'info');

  expect(code).toBe(2);
  expect(stdout).toContain(`node         ${process.versions.node}\n`);
  expect(stderr).toContain('config-invalid');
});
