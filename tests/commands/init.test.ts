import { mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ROOT, run, sitegen, SITEGEN, type Ran } from '../helpers/run.ts';

let folder = '';

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sitegen-init-')));
  onTestFinished(() => rm(folder, { recursive: true }));
});

/** Started by a package manager, as all of them announce themselves. */
function initWith(userAgent: string, ...args: string[]): Promise<Ran> {
  return run([process.execPath, SITEGEN, 'init', ...args], folder, { npm_config_user_agent: userAgent });
}

describe.each([
  ['minimal', 3],
  ['site', 6],
])('the template %s', (template, pages) => {
  test('builds without problems', async () => {
    const created = await sitegen(folder, 'init', 'my site', '--template', template);
    const project = path.join(folder, 'my site');
    await symlink(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'), 'junction');
    const built = await sitegen(project, 'build', '--json');

    expect(created).toMatchObject({ code: 0, stderr: '' });
    expect(created.stdout).toContain("cd 'my site' && npm install\n  npm run dev\n");
    expect(built.code).toBe(0);
    expect(JSON.parse(built.stdout)).toMatchObject({ diagnostics: [], pages: { length: pages } });
  });
});

test('writes a package that depends on the published name, under the folder’s name', async () => {
  await sitegen(folder, 'init', 'Über uns');
  const written = JSON.parse(await readFile(path.join(folder, 'Über uns/package.json'), 'utf8'));

  expect(written.name).toBe('uber-uns');
  expect(written.dependencies.sitegen).toMatch(/^npm:[a-z-]+@\^0\.\d+$/);
});

test.each([
  ['pnpm/11.2.0 npm/? node/v24.1.0 linux x64', 'pnpm install\n  pnpm dev', 'pnpm install --frozen-lockfile'],
  ['yarn/4.9.0 npm/? node/v24.1.0 linux x64', 'yarn install\n  yarn dev', 'yarn install --immutable'],
  ['bun/1.3.0 npm/? node/v24.1.0 linux x64', 'bun install\n  bun run dev', 'bun install --frozen-lockfile'],
  ['npm/11.0.0 node/v20.20.2 linux x64', 'npm install\n  npm run dev', 'npm ci'],
])('speaks of the package manager that runs it: %s', async (userAgent, next, locked) => {
  const { stdout } = await initWith(userAgent);

  expect(stdout).toContain(`\n  ${next}\n`);
  expect(await readFile(path.join(folder, '.github/workflows/site.yml'), 'utf8')).toContain(`- run: ${locked}\n`);
  expect((await readdir(folder)).includes('.yarnrc.yml')).toBe(userAgent.startsWith('yarn'));
});

test('overwrites nothing, and then writes nothing', async () => {
  await writeFile(path.join(folder, 'tsconfig.json'), '{}');
  await writeFile(path.join(folder, 'public'), 'a file');
  const { code, stdout, stderr } = await sitegen(folder, 'init');

  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('\n  public/icon.svg\n  tsconfig.json\n');
  expect(await readFile(path.join(folder, 'tsconfig.json'), 'utf8')).toBe('{}');
  expect((await readdir(folder)).toSorted()).toEqual(['public', 'tsconfig.json']);
});

test('leaves other files of the folder alone', async () => {
  await mkdir(path.join(folder, '.git'));
  await writeFile(path.join(folder, 'LICENSE'), 'mine');

  expect(await sitegen(folder, 'init', '.')).toMatchObject({ code: 0 });
  expect(await readFile(path.join(folder, 'LICENSE'), 'utf8')).toBe('mine');
});

test('the files of the getting started guide build in a new project', async () => {
  const guide = await readFile(path.join(ROOT, 'docs/getting-started.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, language, code = '']) => {
    const name = language === 'json' ? 'content/prices.json' : /^\/\/ ([\w./[\]-]+\.tsx?)/.exec(code)?.[1];
    return name === undefined ? [] : [{ name, code }];
  });
  await sitegen(folder, 'init');
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
});
