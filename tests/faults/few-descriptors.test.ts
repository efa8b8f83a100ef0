/** A system that lets a process open only a few files, as containers can. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { SITEGEN } from '../helpers/run.ts';

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
