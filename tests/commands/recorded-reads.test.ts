import { mkdir, readFile, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { SITEGEN, run, sitegen } from '../helpers/run.ts';
import { startServeProcess } from '../helpers/serve.ts';

const IMPORTS = `import fs from 'node:fs';
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));`;

/** A page whose data is what an expression gives, and which says so each time it loads. */
function loadingPage(expression: string) {
  const load = `export const load = async () => { console.log('loading'); return String(${expression}); };`;
  return { 'templates/pages/data.tsx': page('Data', '<p>{data}</p>', `${IMPORTS}\n${load}`) };
}

/** @returns whether a build has asked for data */
async function loads({ root }: Project, from = root): Promise<boolean> {
  const { code, stderr } = await run([process.execPath, SITEGEN, 'build', '--root', root], from);
  expect({ code, stderr: stderr.replaceAll('[/data/] loading\n', '') }).toEqual({ code: 0, stderr: '' });
  return stderr.includes('loading');
}

afterEach(() => {
  delete process.env['CANARY'];
});

describe('data is loaded again when there is another answer to what it asked', () => {
  const file = (root: string, name: string) => path.join(root, name);
  const setVariable = async () => void (process.env['CANARY'] = 'another');
  const replaceLink = async (root: string) => {
    await rm(file(root, 'link'));
    await symlink('data/sub', file(root, 'link'));
  };
  test.each([
    [
      'all names below a folder',
      `fs.readdirSync('data', { recursive: true }).length`,
      (root: string) => writeFile(file(root, 'data/sub/new.txt'), ''),
    ],
    [
      'all names, by promises',
      `(await fs.promises.readdir('data', { recursive: true })).length`,
      (root: string) => writeFile(file(root, 'data/sub/new.txt'), ''),
    ],
    [
      'kinds',
      `fs.readdirSync('data', { withFileTypes: true }).filter((entry) => entry.isFile()).length`,
      async (root: string) => {
        await rm(file(root, 'data/a.txt'));
        await mkdir(file(root, 'data/a.txt'));
      },
    ],
    ['times', `fs.statSync('data/a.txt').mtimeMs`, (root: string) => utimes(file(root, 'data/a.txt'), 1, 1)],
    [
      'times of a link',
      `(await fs.promises.lstat('data/a.txt')).mtimeMs`,
      (root: string) => utimes(file(root, 'data/a.txt'), 1, 1),
    ],
    ['where a link points', `fs.readlinkSync('link')`, replaceLink],
    ['the real path', `fs.realpathSync.native('link')`, replaceLink],
    ['names of variables', `Object.keys(process.env).length`, setVariable],
    ['all variables as text', `JSON.stringify(process.env).length`, setVariable],
    ['a copy of all variables', `Object.keys({ ...process.env }).length`, setVariable],
    ['whether a variable is set', `'CANARY' in process.env`, setVariable],
    ['its own variable', `Object.hasOwn(process.env, 'CANARY')`, setVariable],
    [
      'a required file',
      `require(process.cwd() + '/data/a.json').a`,
      (root: string) => writeFile(file(root, 'data/a.json'), '{"a":2}'),
    ],
  ])('%s', async (_what, expression, change) => {
    const project = await makeProject({
      ...loadingPage(expression),
      'data/a.txt': 'one',
      'data/a.json': '{"a":1}',
      'data/sub/b.txt': '',
    });
    await symlink('data', file(project.root, 'link'));
    await loads(project);
    expect(await loads(project)).toBe(false);

    await change(project.root);

    expect(await loads(project)).toBe(true);
  });

  test.each([
    ['by its name', 'process.cwd()'],
    ['by a relative path', `fs.readFileSync('data.txt', 'utf8')`],
  ])('the working directory, %s', async (_how, expression) => {
    const project = await makeProject({ ...loadingPage(expression), 'data.txt': 'one', 'other/data.txt': 'two' });
    await loads(project);
    expect(await loads(project)).toBe(false);

    expect(await loads(project, file(project.root, 'other'))).toBe(true);
  });
});

describe('a file that changes while pages are rendered', () => {
  test('makes the build start again', async () => {
    const project = await makeProject({
      ...loadingPage(
        `((text) => (text === 'one' && fs.writeFileSync('data.txt', 'two'), text))(fs.readFileSync('data.txt', 'utf8'))`,
      ),
      'data.txt': 'one',
    });

    const { code, stderr } = await sitegen(project.root, 'build');

    expect({ code, stderr }).toEqual({ code: 0, stderr: '[/data/] loading\n[/data/] loading\n' });
    expect(await project.read('out/data/index.html')).toContain('<p>two</p>');
  });

  test('is reported when it changes each time', async () => {
    const project = await makeProject({
      ...loadingPage(`(fs.readFileSync('data.txt', 'utf8'), fs.writeFileSync('data.txt', String(Date.now())))`),
      'data.txt': '',
    });

    const { code, stderr } = await sitegen(project.root, 'build');

    expect(code).toBe(0);
    expect(stderr.match(/loading/g)).toHaveLength(3);
    expect(stderr).toContain('input-unstable  data.txt');
  });
});

describe('a value of the environment', () => {
  const secret = 'canary-5f0c9a1b';
  const files = {
    ...loadingPage('(await wait(50), process.env.CANARY ?? "").length'),
    'templates/pages/other.tsx': page('Other', '<p>{(process.env.CANARY ?? "").length}</p>'),
  };

  test('is not in the cache, which only its user may read', async () => {
    const project = await makeProject(files);
    process.env['CANARY'] = secret;
    await loads(project);
    expect(await loads(project)).toBe(false);

    await expectNoSecret(project, secret);
    for (const name of ['build.json', 'pages.jsonl']) {
      expect((await stat(path.join(project.root, '.sitegen/cache', name))).mode & 0o777).toBe(0o600);
    }
  });

  // In processes of their own: a worker that was started before has the variables of that moment.
  test('counts, and is not in the data, where serve keeps that', async () => {
    const project = await makeProject(files);
    process.env['CANARY'] = secret;
    const first = await startServeProcess([], project.root);
    expect(await (await fetch(new URL('data/', first.url))).text()).toContain(`<p>${secret.length}</p>`);
    await first.stop();
    await expectNoSecret(project, secret);

    process.env['CANARY'] = 'x';
    const second = await startServeProcess([], project.root);

    expect(await (await fetch(new URL('data/', second.url))).text()).toContain('<p>1</p>');
    await second.stop();
  });
});

async function expectNoSecret({ root }: Project, secret: string): Promise<void> {
  const folder = path.join(root, '.sitegen');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  expect(names.length).toBeGreaterThan(2);
  for (const name of names) expect([name, (await readFile(name)).includes(secret)]).toEqual([name, false]);
}
