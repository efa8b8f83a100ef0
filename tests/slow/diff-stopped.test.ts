/** `sitegen diff` leaves no worktree behind. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject, page } from '../helpers/project.ts';
import { SITEGEN, sitegenProcess } from '../helpers/run.ts';

const PAGE = 'templates/pages/about.tsx';

function git(folder: string, ...args: readonly string[]): string {
  const user = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...user, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

function commit(root: string): void {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'x');
}

const worktrees = (root: string): number => git(root, 'worktree', 'list').trim().split('\n').length;

const SLOW = `export const load = async () => { console.log('loading'); await new Promise(() => setInterval(() => {}, 1000)); };`;

test.each([
  ['SIGTERM', 1],
  ['SIGKILL', 2],
] as const)('%s while it builds the old site leaves %d worktree', async (signal, left) => {
  const project = await makeProject({ [PAGE]: page('About', '', SLOW), '.gitignore': 'node_modules\n.sitegen\nout\n' });
  git(project.root, 'init', '-q', '-b', 'main');
  commit(project.root);
  await project.write({ [PAGE]: page('About', '') });
  const folder = path.join(project.root, '.sitegen');

  const child = spawn(process.execPath, [SITEGEN, 'diff', 'HEAD'], { cwd: project.root });
  onTestFinished(() => void child.kill('SIGKILL'));
  const findBuild = async (): Promise<string | undefined> => {
    const [name = ''] = (await readdir(folder).catch(() => [])).filter((one) => one.startsWith('diff-'));
    const inside = await readdir(path.join(folder, name, 'tree/.sitegen')).catch(() => []);
    return inside.find((one) => one.startsWith('build-'));
  };
  await expect.poll(findBuild, { timeout: 60_000 }).toBeDefined();
  const build = Number((await findBuild())?.split('-')[1]);
  child.kill(signal);
  if (signal === 'SIGKILL') process.kill(build); // no process can end it then
  await once(child, 'close');

  expect(worktrees(project.root)).toBe(left);
  commit(project.root);
  const next = await sitegenProcess(project.root, 'diff', 'HEAD', '--exit-code');
  expect(next).toMatchObject({ code: 0, stderr: '' });
  expect(worktrees(project.root)).toBe(1);
  expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/^diff-/));
});
