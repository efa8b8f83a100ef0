/** The output is not read, there is no input, or the terminal is closed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeProject, page, type Project } from '../helpers/project.ts';
import { SITEGEN, run } from '../helpers/run.ts';
import { leftIn } from './long-site.ts';

const WAITING = `export const load = () => { console.log('loading'); return new Promise(() => setInterval(() => {}, 1000)); };`;

/** A generous limit for immediate events on a busy machine. */
const PATIENCE = { timeout: 30_000, interval: 50 };

const HAS_SHELL = process.platform !== 'win32';

/** Linux only: other systems have a different `script`. */
const HAS_TERMINALS = process.platform === 'linux';

test.skipIf(!HAS_SHELL).each([
  ['reads more than a byte of its result', '{ "$@" build --json; echo $? > code; } | head -c 1'],
  ['reads its result', '{ "$@" build --json; echo $? > code; } | true'],
  ['writes to it', '"$@" build <&-; echo $? > code'],
  ['reads or writes at all', '"$@" build <&- >&- 2>&-; echo $? > code'],
])('builds the site when nobody %s (skipped on Windows, which has no such shell)', async (_what, script) => {
  const project = await makeProject();

  const { stderr } = await run(['sh', '-c', script, 'sh', process.execPath, SITEGEN], project.root);

  expect(stderr).toBe('');
  expect(await project.read('code')).toBe('0\n');
  await expectWhole(project);
});

test.skipIf(!HAS_TERMINALS)('reports output that cannot be written, and builds the site (only on Linux)', async () => {
  const project = await makeProject();
  const args = ['sh', '-c', '"$@" build --json > /dev/full', 'sh', process.execPath, SITEGEN];

  const { code, stderr } = await run(args, project.root);

  expect(stderr).toMatch(/^error .*ENOSPC.*\n$/);
  expect(code).toBe(2);
  await expectWhole(project);
});

test('a server keeps running when nobody reads its output', async () => {
  const project = await makeProject();
  const server = spawn(process.execPath, [SITEGEN, 'serve', '--port', '0'], { cwd: project.root });
  onTestFinished(() => void server.kill('SIGKILL'));
  const url = /http\S+/.exec(String(await once(server.stdout, 'data')))?.[0] ?? '';

  server.stdout.destroy();
  server.stderr.destroy();
  await project.write({ 'templates/pages/index.tsx': page('Changed', '') });

  await vi.waitFor(async () => expect(await (await fetch(url)).text()).toContain('Changed'), PATIENCE);
  server.kill('SIGINT');
  expect(await once(server, 'exit')).toEqual([0, null]);
  await expectNothingLeft(project);
});

test.skipIf(!HAS_SHELL)('SIGHUP stops a build and removes its temporary files (skipped on Windows)', async () => {
  const project = await makeProject({ 'templates/pages/data.tsx': page('Data', '', WAITING) });

  const child = spawn(process.execPath, [SITEGEN, 'build'], { cwd: project.root });
  await once(child.stderr, 'data');
  child.kill('SIGHUP');

  expect(await once(child, 'exit')).toEqual([null, 'SIGHUP']);
  expect(await leftIn(project.root, path.join(project.root, '.sitegen'))).toEqual([]);
});

test.skipIf(!HAS_TERMINALS)('a server stops with its terminal (only on Linux)', async () => {
  const project = await makeProject();
  const { url, close } = await openTerminal(project, 'serve --port 0');
  await vi.waitFor(async () => expect(await project.read('err')).toMatch(/^Built 1 page [^]*Brotli\n$/), PATIENCE);

  close();

  await vi.waitFor(() => expect(fetch(url)).rejects.toThrow('fetch failed'), PATIENCE);
  await vi.waitFor(() => expectNothingLeft(project), PATIENCE); // removed once the server is closed
  expect(await project.read('err')).toMatch(/^Built 1 page [^]*Brotli\n$/);
});

/** Runs a command on a terminal until it prints its address. */
async function openTerminal({ root }: Project, args: string) {
  const command = `exec '${process.execPath}' '${SITEGEN}' ${args} 2> err`;
  const terminal = spawn('script', ['--quiet', '--flush', '--command', command, '/dev/null'], { cwd: root });
  onTestFinished(() => void terminal.kill('SIGKILL'));
  let said = '';
  while (!/http\S+\s/.test(said)) said += String(await once(terminal.stdout, 'data'));
  return { url: /http\S+/.exec(said)?.[0] ?? '', close: () => terminal.kill('SIGKILL') };
}

async function expectWhole(project: Project): Promise<void> {
  expect(await project.list('out')).toContain('index.html');
  await expectNothingLeft(project);
}

async function expectNothingLeft({ root }: Project): Promise<void> {
  expect(await leftIn(root, path.join(root, '.sitegen'))).toEqual([]);
}
