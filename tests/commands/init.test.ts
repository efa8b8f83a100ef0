import { mkdir, mkdtemp, readFile, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { initWithoutNpm, linkModules, TARBALL } from '../helpers/init.ts';
import { ROOT, sitegen } from '../helpers/run.ts';

let folder = '';

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-init-')));
  onTestFinished(() => rm(folder, { recursive: true }));
});

test('the first build has no problems, and keeps the settings for Vercel, but for the policy of its pages', async () => {
  const created = await sitegen(folder, 'init', 'Über uns', '--for', 'vercel');
  const project = path.join(folder, 'Über uns');
  await linkModules(project);
  const read = (file: string) => readFile(path.join(project, file), 'utf8');
  const routes = await read('.sitegen/routes.d.ts');
  const { code, stdout } = await sitegen(project, 'build', '--json');
  const { name, dependencies } = JSON.parse(await read('package.json'));
  const first = await read('vercel.json');
  const built = await read('.sitegen/hosts/vercel.json');

  expect(created).toMatchObject({ code: 0, stderr: '' });
  expect(created.stdout).toContain("cd 'Über uns' && npm install\n  npm run dev\n\n");
  expect(created.stdout).toMatch(/templates\/[^]*\n\nTo publish the site on /);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [], pages: { length: 3 } });
  expect({ name, sitegen: dependencies.sitegen }).toEqual({ name: 'uber-uns', sitegen: `file:${TARBALL}` });
  expect((await stat(path.join(project, TARBALL))).size).toBeGreaterThan(100_000);
  expect(await read('.sitegen/routes.d.ts')).toBe(routes);
  expect(first).toContain('"outputDirectory": "out"');
  expect(first).toBe(built.replace(/"[^"]*; frame-ancestors/, '"frame-ancestors'));
});

test.each([
  ['site', 4, 'cloudflare-workers', 'out/.assetsignore'],
  ['consultancy', 7, 's3', '.sitegen/hosts/s3-website.json'],
])('the template %s builds without problems', async (template, pages, host, file) => {
  await initWithoutNpm(folder, ['.', '--template', template, '--for', host]);
  await linkModules(folder);
  const { code, stdout } = await sitegen(folder, 'build', '--json');

  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, diagnostics: [], pages: { length: pages } });
  expect(existsSync(path.join(folder, file))).toBe(true);
});

test('the blog needs none of its sample posts, and its feed has no links to headings', async () => {
  await initWithoutNpm(folder, ['.', '--template', 'blog', '--for', 'github']);
  await linkModules(folder);
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
  expect(existsSync(path.join(folder, 'out/.nojekyll'))).toBe(true);
});

test('prints the commands of the package manager in use', async () => {
  vi.stubEnv('npm_config_user_agent', 'pnpm/11.2.0 npm/? node/v24.1.0 linux x64');
  onTestFinished(() => void vi.unstubAllEnvs());

  expect((await initWithoutNpm(folder, [])).stdout).toContain('\n  pnpm install\n  pnpm dev\n');
});

test.each([
  [['my-blog', 'blog'], "error: too many arguments for 'init'."],
  [['--template', 'shop'], 'Allowed choices are minimal, site, blog, docs, consultancy.'],
  [['--for', 'nginx'], 'Allowed choices are github, cloudflare, cloudflare-workers, netlify, vercel, s3.'],
])('rejects the arguments %j', async (args, message) => {
  const { code, stderr } = await sitegen(folder, 'init', ...args);

  expect({ code, files: await readdir(folder) }).toEqual({ code: 2, files: [] });
  expect(stderr).toContain(message);
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
    // As npm does on a full disk.
    const full = `echo part >"$npm_config_pack_destination/${TARBALL}"; echo ENOSPC >&2; exit 1`;
    const failed = await initWithoutNpm(folder, ['my-site'], full);
    const again = await initWithoutNpm(folder, ['my-site']);

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
  await initWithoutNpm(folder, ['.']);
  await linkModules(folder);
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
