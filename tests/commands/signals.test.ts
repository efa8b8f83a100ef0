import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { SITEGEN, sitegen, sitegenProcess } from '../helpers/run.ts';
import { startServeProcess } from '../helpers/serve.ts';

const WAITING = `export const load = () => { console.log('loading'); return new Promise(() => setInterval(() => {}, 1000)); };`;

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a build stopped by %s leaves the last site, and nothing else', async (signal, code) => {
  const project = await makeProject();
  await sitegen(project.root, 'build');
  const before = await project.list('.');
  await project.write({ 'templates/pages/data.tsx': page('Data', '', WAITING) });

  const child = spawn(process.execPath, [SITEGEN, 'build'], { cwd: project.root });
  await once(child.stderr, 'data');
  child.kill(signal);

  expect(await once(child, 'exit')).toEqual([code, null]);
  expect(await project.list('.')).toEqual([...before, 'templates/pages/data.tsx'].toSorted());
});

const LOOP = `import { writeSync } from 'node:fs';\nwriteSync(2, 'looping');\nfor (;;);\nexport default {};`;

const CONFIG = { 'sitegen.config.ts': LOOP };
const PLUGIN = { 'plugin.ts': LOOP, 'templates/site.css': '@plugin "../plugin.ts";' };

/** Waits until a child process writes a text to stderr. The test ends the child. */
async function untilWritten(child: ChildProcessWithoutNullStreams, text: string): Promise<void> {
  onTestFinished(() => void child.kill('SIGKILL'));
  let written = '';
  while (!written.includes(text)) written += String(await once(child.stderr, 'data'));
}

test.each([
  ['build', 'the config', 'SIGINT', CONFIG],
  ['build', 'a Tailwind plugin', 'SIGTERM', PLUGIN],
  ['build --json', 'the config', 'SIGINT', CONFIG],
  ['serve', 'the config', 'SIGINT', CONFIG],
] as const)('%s stops at once while %s loops (%s)', async (command, _what, signal, files) => {
  const project = await makeProject();
  await sitegen(project.root, 'build');
  const before = await project.list('out');
  await project.write(files);

  const child = spawn(process.execPath, [SITEGEN, ...command.split(' ')], { cwd: project.root });
  await untilWritten(child, 'looping');
  child.kill(signal);

  expect(await once(child, 'exit')).toEqual([null, signal]);
  expect(await project.list('out')).toEqual(before);
});

test.each([
  ['the config', CONFIG],
  ['a Tailwind plugin', PLUGIN],
])('serve stops at once while %s loops after an edit', async (_what, files) => {
  const project = await makeProject({ 'templates/site.css': '' });
  const child = spawn(process.execPath, [SITEGEN, 'serve', '--port', '0'], { cwd: project.root });
  await once(child.stdout, 'data');

  await project.write(files);
  await untilWritten(child, 'looping');
  child.kill('SIGINT');

  expect(await once(child, 'exit')).toEqual([null, 'SIGINT']);
});

const OPEN = `import http from 'node:http';
http.createServer().listen(0);
setInterval(() => {}, 1000);
console.log('printed');`;

test.each([
  ['the config', { 'sitegen.config.ts': `${OPEN}\nexport default {};` }],
  [
    'a Tailwind plugin',
    { 'plugin.ts': `${OPEN}\nexport default () => {};`, 'templates/site.css': PLUGIN['templates/site.css'] },
  ],
])('a build exits although %s leaves a server and a timer open', async (_what, files) => {
  const project = await makeProject(files);

  const text = await sitegenProcess(project.root, 'build');
  const json = await sitegenProcess(project.root, 'check', '--json');

  expect(text).toMatchObject({ code: 0, stdout: expect.stringContaining('printed') });
  expect(json).toMatchObject({ code: 0, stderr: expect.stringContaining('printed') });
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: true });
});

test('serve exits with 0 after reading the config again', async () => {
  const project = await makeProject({ 'sitegen.config.ts': 'export default {};' });
  const server = await startServeProcess([], project.root);
  await project.write({ 'public/new.txt': 'new' });
  await server.says('Built');

  expect(await server.stop()).toBe(0);
});
