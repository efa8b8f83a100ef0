import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { SITEGEN, sitegen } from '../helpers/run.ts';

const WAITING = `export const load = async () => { console.log('loading'); await new Promise((resolve) => setTimeout(resolve, 60_000)); };`;

/** A build, with a function that waits for its output. */
function startBuild(root: string) {
  const child = spawn(process.execPath, [SITEGEN, 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stderr.setEncoding('utf8');
  return child;
}

test('a build waits for another build of the same project, and continues as soon as that is killed', async () => {
  const project = await makeProject({ 'templates/pages/data.tsx': page('Data', '', WAITING) });
  const first = startBuild(project.root);
  expect(await once(first.stderr, 'data')).toEqual(['[/data/] loading\n']);
  await project.write({ 'templates/pages/data.tsx': page('Data', '') });

  const second = startBuild(project.root);
  expect(await once(second.stderr, 'data')).toEqual(['Waiting for another build of this site to finish.\n']);
  expect(await project.list('out').catch(() => [])).toEqual([]);
  first.kill('SIGKILL');

  expect(await once(second, 'exit')).toEqual([0, null]);
  expect(await project.list('out')).toContain('data/index.html');
});

test('builds that start together publish complete sites, one after the other', async () => {
  const project = await makeProject();

  const results = await Promise.all(Array.from({ length: 4 }, () => sitegen(project.root, 'build')));

  expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(await project.list('out')).toContain('index.html');
  expect((await project.list('.')).filter((file) => file.startsWith('.out'))).toEqual([]);
});
