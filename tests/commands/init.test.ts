import { mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ROOT, run, sitegen, SITEGEN } from '../helpers/run.ts';

import manifest from '../../package.json' with { type: 'json' };

const TARBALL = `sitegen-${manifest.version}.tgz`;

let folder = '';

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-init-')));
  onTestFinished(() => rm(folder, { recursive: true }));
});

describe.each([
  ['minimal', 3, 'github', 'out/.nojekyll'],
  ['site', 4, 'cloudflare-workers', 'out/.assetsignore'],
  ['blog', 14, 'netlify', 'out/_headers'],
  ['docs', 13, 'vercel', '.sitegen/hosts/vercel.json'],
  ['consultancy', 7, 's3', '.sitegen/hosts/s3-website.json'],
])('the template %s', (template, pages, host, file) => {
  test('builds without problems, and installs this sitegen from a tarball', async () => {
    const created = await sitegen(folder, 'init', 'Über uns', '--template', template, '--for', host);
    const project = path.join(folder, 'Über uns');
    await symlink(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'), 'junction');
    const routes = await readFile(path.join(project, '.sitegen/routes.d.ts'), 'utf8');
    const built = await sitegen(project, 'build', '--json');
    const { name, dependencies } = JSON.parse(await readFile(path.join(project, 'package.json'), 'utf8'));

    expect(created).toMatchObject({ code: 0, stderr: '' });
    expect(created.stdout).toContain("cd 'Über uns' && npm install\n  npm run dev\n\n");
    expect(created.stdout).toMatch(/(templates|content)\/[^]*\n\nTo publish the site on /);
    expect(built.code).toBe(0);
    expect(JSON.parse(built.stdout)).toMatchObject({ diagnostics: [], pages: { length: pages } });
    expect({ name, sitegen: dependencies.sitegen }).toEqual({ name: 'uber-uns', sitegen: `file:${TARBALL}` });
    expect((await readdir(project)).includes(TARBALL)).toBe(true);
    expect(await readFile(path.join(project, '.sitegen/routes.d.ts'), 'utf8')).toBe(routes);
    expect(existsSync(path.join(project, file))).toBe(true);
  });
});

test('the blog needs none of its sample posts, and its feed has no links to headings', async () => {
  await sitegen(folder, 'init', '.', '--template', 'blog', '--for', 'github');
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  await rm(path.join(folder, 'content/posts'), { recursive: true });
  await rm(path.join(folder, 'templates/islands/word-counter.tsx'));
  await mkdir(path.join(folder, 'content/posts'));
  await writeFile(
    path.join(folder, 'content/posts/first.md'),
    '---\ntitle: First\npublishAt: 2026-01-02\n---\n\nHello.\n\n## Part\n',
  );
  const { code, stdout } = await sitegen(folder, 'build', '--json', '--base', '/my-blog/');
  const [page, feed] = await Promise.all(
    ['posts/first/index.html', 'feed.xml'].map((file) => readFile(path.join(folder, 'out', file), 'utf8')),
  );

  expect({ code, diagnostics: JSON.parse(stdout).diagnostics }).toEqual({ code: 0, diagnostics: [] });
  expect(page).toContain('href="#part"');
  expect(feed).toContain('&gt;Part&lt;/h2');
});

test('the settings for Vercel are those of the first build, but for the policy of its pages', async () => {
  await sitegen(folder, 'init', '.', '--for', 'vercel');
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  const { code } = await sitegen(folder, 'build');
  const [first, built] = await Promise.all(
    ['vercel.json', '.sitegen/hosts/vercel.json'].map((file) => readFile(path.join(folder, file), 'utf8')),
  );

  expect(code).toBe(0);
  expect(first).toContain('"outputDirectory": "out"');
  expect(first).toBe(built?.replace(/"[^"]*; frame-ancestors/, '"frame-ancestors'));
});

test('prints the commands of the package manager in use', async () => {
  const command = [process.execPath, SITEGEN, 'init'];
  const { stdout } = await run(command, folder, { npm_config_user_agent: 'pnpm/11.2.0 npm/? node/v24.1.0 linux x64' });

  expect(stdout).toContain('\n  pnpm install\n  pnpm dev\n');
});

test('refuses more than one folder', async () => {
  const { code, stderr } = await sitegen(folder, 'init', 'my-blog', 'blog');

  expect({ code, files: await readdir(folder) }).toEqual({ code: 2, files: [] });
  expect(stderr).toContain("error: too many arguments for 'init'.");
});

test('rejects a template that does not exist', async () => {
  const { code, stderr } = await sitegen(folder, 'init', '--template', 'shop');

  expect({ code, files: await readdir(folder) }).toEqual({ code: 2, files: [] });
  expect(stderr).toContain('Allowed choices are minimal, site, blog, docs, consultancy.');
});

test('rejects a host without settings', async () => {
  const { code, stderr } = await sitegen(folder, 'init', '--for', 'nginx');

  expect({ code, files: await readdir(folder) }).toEqual({ code: 2, files: [] });
  expect(stderr).toContain('Allowed choices are github, cloudflare, cloudflare-workers, netlify, vercel, s3.');
});

test('overwrites nothing: if a file exists, it writes none', async () => {
  await writeFile(path.join(folder, 'tsconfig.json'), '{}');
  await writeFile(path.join(folder, 'public'), 'a file');
  const { code, stdout, stderr } = await sitegen(folder, 'init');

  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/init overwrites nothing: public\/icon\.svg.*tsconfig\.json\.\nTry: name a folder/);
  expect(await readFile(path.join(folder, 'tsconfig.json'), 'utf8')).toBe('{}');
  expect((await readdir(folder)).toSorted()).toEqual(['public', 'tsconfig.json']);
});

test.skipIf(process.platform === 'win32')(
  'if packing fails, init leaves no part of the tarball, and can run again',
  async () => {
    const bin = path.join(folder, 'bin');
    await mkdir(bin);
    // As npm does on a full disk.
    await writeFile(
      path.join(bin, 'npm'),
      `#!/bin/sh\necho part >"$npm_config_pack_destination/${TARBALL}"\necho ENOSPC >&2\nexit 1\n`,
      { mode: 0o755 },
    );
    const command = [process.execPath, SITEGEN, 'init', 'my-site'];
    const failed = await run(command, folder, { PATH: `${bin}:${process.env['PATH']}` });
    const again = await run(command, folder);

    expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('Cannot pack sitegen for the project: ') });
    expect(again).toMatchObject({ code: 0, stderr: '' });
  },
);

test.each([
  ['a'.repeat(256), 'The path of the new project is too long.'],
  ['\u202eabc', String.raw`The name of the folder has characters that cannot be printed: \u202eabc`],
  ['a\u001b[2J/site', String.raw`The name of the folder has characters that cannot be printed: a\x1b[2J/site`],
])('refuses the folder %j', async (name, message) => {
  const { code, stdout, stderr } = await sitegen(folder, 'init', name);

  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `error ${message}\n\n` });
  expect(await readdir(folder)).toEqual([]);
});

test('keeps other files in the folder, and builds with the files of the getting started guide', async () => {
  await mkdir(path.join(folder, '.git'));
  await writeFile(path.join(folder, 'LICENSE'), 'mine');
  const guide = await readFile(path.join(ROOT, 'docs/getting-started.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, language, code = '']) => {
    const name = language === 'json' ? 'content/prices.json' : /^\/\/ ([\w./[\]-]+\.tsx?)/.exec(code)?.[1];
    return name === undefined ? [] : [{ name, code }];
  });
  await sitegen(folder, 'init', '.');
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  for (const { name, code } of blocks) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), code);
  }

  const { code, stdout } = await sitegen(folder, 'build', '--json');
  const { diagnostics, pages } = JSON.parse(stdout);

  expect({ code, diagnostics }).toEqual({ code: 0, diagnostics: [] });
  expect(pages.map((page: { path: string }) => page.path).toSorted()).toEqual(
    expect.arrayContaining(['/likes/', '/posts/again/', '/posts/hello/', '/prices/', '/team/']),
  );
  expect(await readFile(path.join(folder, 'out/prices/index.html'), 'utf8')).toContain('Coffee');
  expect(await readFile(path.join(folder, 'LICENSE'), 'utf8')).toBe('mine');
});
