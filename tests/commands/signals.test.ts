import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { SITEGEN, sitegen } from '../helpers/run.ts';

const WAITING = `export const load = () => { console.log('loading'); return new Promise(() => setInterval(() => {}, 1000)); };`;

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a build that %s stops leaves the last site, and nothing else', async (signal, code) => {
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
