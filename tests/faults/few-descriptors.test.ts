/** A system that lets a process open only a few files, as containers can. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { SITEGEN } from '../helpers/run.ts';
import { startServeProcess } from '../helpers/serve.ts';

const limited = (files: number): [string, ...string[]] => ['sh', '-c', `ulimit -n ${files}; exec "$@"`, 'sh'];

test.each([20, 25, 40, 60])('a build limited to %i open files succeeds or says why', async (files) => {
  const project = await makeProject({ 'sitegen.config.ts': 'export default {};' });
  const [program, ...args] = limited(files);
  const command = [...args, process.execPath, SITEGEN, 'build', '--workers', '4'];
  const child = spawn(program, command, { cwd: project.root });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  const isClear = /^error .*ulimit -n/s.test(stderr) && !/process\.exit|^ {4}at |bug in sitegen/m.test(stderr);
  expect({ files, isDone: code === 0 || isClear, stderr }).toMatchObject({ files, isDone: true });
});

test('idle connections leave enough files for builds, and do not block others', { timeout: 60_000 }, async () => {
  const project = await makeProject();
  const server = await startServeProcess(limited(256), project.root);
  const sockets = Array.from({ length: 400 }, () => net.connect(Number(new URL(server.url).port), '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => {});
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));

  expect((await fetch(server.url)).status).toBe(200);
  await project.write({ 'templates/pages/more.tsx': page('More', '<img src="/nope.png" alt="" />') });
  await server.says('/nope.png');
  expect((await fetch(`${server.url}more/`)).status).toBe(200);

  expect(await server.stop()).toBe(0);
});
