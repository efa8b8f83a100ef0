import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BuildResult } from '../../src/shared/build-result.ts';
import { makeProject, serveProject } from '../helpers/project.ts';
import { ROOT, SITEGEN, run, sitegen, sitegenProcess } from '../helpers/run.ts';

describe('commands that cannot run exit with 2', () => {
  test('a config with several mistakes, all reported', async () => {
    const project = await makeProject({
      'sitegen.config.ts': `export default { site: 'example.com', bse: '/', islands: { runtime: 'vue', x: 1 } };`,
    });

    const { code, stdout } = await sitegen(project.root, 'build', '--base', 'docs', '--json');

    const { diagnostics } = JSON.parse(stdout) as Pick<BuildResult, 'diagnostics'>;
    expect(code).toBe(2);
    expect(
      diagnostics.map((found) => [
        found.code,
        ...(found.message.match(/^sitegen\.config\.ts|"[^"]*"/g) ?? []).slice(0, 2),
      ]),
    ).toEqual([
      ['config-invalid', 'sitegen.config.ts', '"site"'],
      ['config-invalid', 'sitegen.config.ts', '"islands.runtime"'],
      ['config-invalid', 'sitegen.config.ts', '"islands.x"'],
      ['config-invalid', 'sitegen.config.ts', '"bse"'],
      ['config-invalid', '"base"', '"docs"'],
    ]);
  });

  test.each([
    ['does not compile', 'export default {', 'error compile-failed  sitegen.config.ts:1:'],
    ['throws', `throw new Error('from the config');`, 'Error: from the config (sitegen.config.ts:1:7)'],
    ['rejects', `await Promise.reject(new Error('from the config'));`, 'Error: from the config (sitegen.config.ts:1:'],
    ['throws no error', `throw 'from the config';`, 'Cannot load sitegen.config.ts: from the config'],
    ['exports no object', 'export default 42;', 'error config-invalid'],
    ['exports a function', 'export default () => ({});', 'has an invalid value: () => ({}).'],
    ['has a function as an option', 'export default { site: () => 1 };', 'an invalid value for "site": () => 1.'],
    ['exports a list', 'export default [];', 'error config-invalid'],
    ['exports null', 'export default null;', 'error config-invalid'],
    ['has no default export', `export const config = { site: 'https://a.example' };`, 'has no default export'],
  ])('a config that %s', async (_what, text, message) => {
    const project = await makeProject({ 'sitegen.config.ts': text });

    const { code, stderr } = await sitegenProcess(project.root, 'build'); // the test runner has source maps of its own

    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  test.each([
    [['sitegen.config.mts'], 'sitegen.config.mts is ignored: a config is one of sitegen.config.ts, '],
    [['sitegen.config.ts', 'sitegen.config.js'], 'sitegen.config.js is ignored: the config is sitegen.config.ts.'],
  ])('a config that would be ignored: %s', async (files, message) => {
    const project = await makeProject(Object.fromEntries(files.map((file) => [file, 'export default {};'])));

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(stderr).toContain('error config-invalid');
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  test("a project that uses Yarn Plug'n'Play", async () => {
    const project = await makeProject({ 'pnp.cjs': `process.versions.pnp = '3';` });
    const options = { NODE_OPTIONS: `--require ${path.join(project.root, 'pnp.cjs')}` };

    const { code, stderr } = await run([process.execPath, SITEGEN, 'build'], project.root, options);

    expect(stderr).toContain('nodeLinker: node-modules');
    expect(code).toBe(2);
  });

  test('a folder without pages', async () => {
    const project = await makeProject({ 'templates/pages/index.tsx': undefined });

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(code).toBe(2);
    expect(stderr).toContain(path.join(project.root, 'templates/pages'));
  });

  test.each([['nonsense'], ['build', '--nonsense'], ['serve', '--port', 'http']])(
    'invalid arguments: %s %s %s',
    async (...args) => {
      const project = await makeProject();

      const { code, stdout, stderr } = await sitegen(project.root, ...args.filter(Boolean));

      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^error: /);
    },
  );

  test.each(['.', '..', '/', 'templates/x', 'public', 'node_modules'])(
    '--out %s, which contains more than the site',
    async (out) => {
      const project = await makeProject({ 'public/robots.txt': 'kept' });
      const before = await project.list('.');

      const { code, stderr } = await sitegen(project.root, 'build', '--out', out);

      expect(code).toBe(2);
      expect(stderr).toContain('--out');
      expect(await project.list('.')).toEqual(before);
    },
  );

  test('an --out that is a link into the sources', async () => {
    const project = await makeProject({ 'public/robots.txt': 'kept' });
    await symlink('templates', path.join(project.root, 'link'));
    await symlink('.', path.join(project.root, 'here'));
    const before = await project.list('templates');

    for (const out of ['link/out', 'here/public', 'here']) {
      const { code, stderr } = await sitegen(project.root, 'build', '--out', out);
      expect({ out, code, named: stderr.includes(path.join(project.root, out)) }).toEqual({
        out,
        code: 2,
        named: true,
      });
    }

    expect(await project.list('templates')).toEqual(before);
  });

  test('an out/ that contains foreign files, or is a link', async () => {
    const project = await makeProject({ 'out/thesis.txt': 'kept' });
    await mkdir(path.join(project.root, 'elsewhere'));
    await symlink('elsewhere', path.join(project.root, 'link'));

    const foreign = await sitegen(project.root, 'build');
    const link = await sitegen(project.root, 'build', '--out', 'link');

    expect([foreign.code, link.code]).toEqual([2, 2]);
    expect(foreign.stderr).toContain(`Cannot write to ${path.join(project.root, 'out')}`);
    expect(link.stderr).toContain(`Cannot write to ${path.join(project.root, 'link')}`);
    expect(await project.read('out/thesis.txt')).toBe('kept');
  });

  test('a port in use', async () => {
    const project = await makeProject();
    const first = await serveProject(project, '--no-watch');

    const { port } = new URL(first.url);
    const { code, stderr } = await sitegen(project.root, 'serve', '--no-watch', '--port', port);

    expect(code).toBe(2);
    expect(stderr).toContain(`Port ${port} is already in use.`);
    expect(await first.stop()).toBe(0);
  });
});

test('--help shows examples, and --version prints the version and the system', async () => {
  const project = await makeProject();

  const help = await sitegenProcess(project.root, '--help');
  const version = await sitegenProcess(project.root, '--version');

  expect(help.code).toBe(0);
  expect(help.stdout).toContain('Examples:');
  expect(version).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^sitegen\/\d+\.\d+\.\d+ \w+-\w+ node-v\d+\.\d+\.\d+\n$/) as string,
  });
});

test('a closed output pipe is not an error', async () => {
  const project = await makeProject();

  const child = spawn(process.execPath, [path.join(ROOT, 'bin/sitegen.js'), 'build', '--json'], { cwd: project.root });
  child.stdout.destroy();
  child.stderr.resume();
  const [code] = (await once(child, 'close')) as [number];

  expect(code).toBe(0);
});

test.each([
  [`{ basePath: '/x/' }`, 'unknown option "basePath". Did you mean "base"?\n'],
  [`{ islands: { splitt: true } }`, 'unknown option "islands.splitt". Did you mean "split"?\n'],
  [`{ plugins: [] }`, 'unknown option "plugins". Expected an object with "site", "base", '],
])('an unknown option in %s has a suggestion, or else the list', async (config, message) => {
  const project = await makeProject({ 'sitegen.config.ts': `export default ${config};` });

  expect((await sitegen(project.root, 'build')).stderr).toContain(message);
});
