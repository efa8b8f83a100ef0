/** A config runs in a thread of its own, which ends with everything that the config has started. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject } from '../helpers/project.ts';
import { sitegenProcess } from '../helpers/run.ts';

const CONFIG = 'export default { limits: { seconds: 2 } };';

test.each([
  ['never settles', 'await new Promise(() => {});', 'top-level `await`'],
  ['exits with code 0', 'process.exit(0);', 'process.exit'],
  ['exits with code 3', 'process.exit(3);', 'exit code 3'],
  ['throws', `throw new Error('boom');`, 'Error: boom'],
  ['throws what cannot be copied', `throw Object.assign(new Error('boom'), { f() {} });`, 'Error: boom'],
  ['rejects in the background', `void Promise.reject(new Error('late'));`, 'Error: late'],
  ['reads a pipe', `import fs from 'node:fs'; fs.readFileSync('pipe');`, 'Cannot read pipe'],
])('a config that %s is an error', async (_what, code, message) => {
  const project = await makeProject({ 'sitegen.config.ts': `${code}\n${CONFIG}` });
  execFileSync('mkfifo', [path.join(project.root, 'pipe')]);

  const { code: exit, stderr } = await sitegenProcess(project.root, 'build');

  expect(exit).toBe(2);
  expect(stderr).toContain('sitegen.config.ts');
  expect(stderr).toContain(message);
  expect(await project.list('out')).toEqual([]);
});

test('what a config leaves open does not keep the process', async () => {
  const project = await makeProject({
    'sitegen.config.ts': `import http from 'node:http';
http.createServer().listen(0);
setInterval(() => {}, 1000);
console.log('printed');
process.stdout.write = () => true;
${CONFIG}`,
  });

  const { code, stdout } = await sitegenProcess(project.root, 'build');

  expect(code).toBe(0);
  expect(stdout).toContain('printed');
});

test('a function is no valid option', async () => {
  const project = await makeProject({ 'sitegen.config.ts': 'export default { site: () => 1 };' });

  const { code, stderr } = await sitegenProcess(project.root, 'build');

  expect(code).toBe(2);
  expect(stderr).toContain('an invalid value for "site": () => 1.');
});
