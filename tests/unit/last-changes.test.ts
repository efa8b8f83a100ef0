/** When files were last changed, from git. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createUpdates, describeUnknownUpdates } from '../../src/content/collections/last-changes.ts';
import { contentVersion, setContent } from '../../src/content/content-setup.ts';

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'commits-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A repository whose commits are an hour apart. */
function makeRepository() {
  const folder = makeFolder();
  let time = 1_700_000_000;
  const git = (...list: readonly string[]) => {
    const env = { ...process.env, GIT_COMMITTER_DATE: `${time} +0000`, GIT_AUTHOR_DATE: `${time} +0000` };
    const user = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...user, ...list], { cwd: folder, env, stdio: 'pipe' });
  };
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  /** @returns the time of the commit */
  const commit = (files: Readonly<Record<string, string>>): number => {
    time += 3600;
    for (const [file, text] of Object.entries(files)) write(file, text);
    git('add', '-A');
    git('commit', '-q', '-m', 'x');
    return time;
  };
  git('init', '-q', '-b', 'main');
  return { folder, git, write, commit };
}

/** The times of files in a folder, in seconds, without those that are not known. */
function find(root: string, folder: string, files: readonly string[]) {
  setContent({ root, prefixes: {} } as Parameters<typeof setContent>[0], {} as Parameters<typeof setContent>[1]);
  contentVersion().unknownUpdates.clear();
  const updatedOf = createUpdates(folder);
  const found = files.map((file) => [file, updatedOf(path.posix.join(folder, file))] as const);
  return Object.fromEntries(found.flatMap(([file, date]) => (date ? [[file, date.getTime() / 1000]] : [])));
}

function times(root: string, folder: string, files: readonly string[]) {
  const found = find(root, folder, files);
  expect(describeUnknownUpdates()).toEqual([]);
  return found;
}

test('each file has the time of the last commit that touched it, whatever its name', () => {
  const { folder, write, commit } = makeRepository();
  const names = ['é ü.md', 'a"b.md', 'x\nline.md', '-x.md', 'a b/c.md', '1700000000', '__proto__.md'];
  const first = commit(Object.fromEntries(names.map((name) => [`docs/${name}`, '1'])));
  const second = commit({ 'docs/a b/c.md': '2', 'other.md': '1' });
  commit({ 'other.md': '2' });
  write('docs/new.md', 'x');

  const found = times(folder, 'docs', [...names, 'new.md', 'gone.md']);

  expect(found).toEqual({ ...Object.fromEntries(names.map((name) => [name, first])), 'a b/c.md': second });
});

test('files around the project, a merge and a change in it', () => {
  const { folder, git, commit } = makeRepository();
  const first = commit({ 'docs/a.md': '1', 'docs/b.md': '1', 'docs/c.md': '1' });
  git('checkout', '-q', '-b', 'side');
  const side = commit({ 'docs/b.md': '2' });
  git('checkout', '-q', 'main');
  commit({ 'site/x.md': '1', 'docs/gone.md': '1' });
  git('merge', '-q', '--no-commit', 'side');
  rmSync(path.join(folder, 'docs/gone.md'));
  const merge = commit({ 'docs/c.md': 'changed by the merge' });

  expect(times(path.join(folder, 'docs'), '', ['a.md', 'b.md', 'c.md'])).toEqual({
    'a.md': first,
    'b.md': side,
    'c.md': merge,
  });
});

test('the settings of the user do not matter, and a new commit is seen', () => {
  const { folder, git, commit } = makeRepository();
  const first = commit({ 'docs/a.md': '1' });
  for (const setting of [
    'diff.relative=true',
    'log.follow=true',
    'log.showRoot=false',
    'log.showSignature=true',
    'color.ui=always',
    'log.diffMerges=separate',
  ])
    git('config', ...setting.split('='));

  expect(times(folder, 'docs', ['a.md'])).toEqual({ 'a.md': first });
  expect(times(folder, 'docs', ['a.md'])).toEqual({ 'a.md': first }); // from the memo
  const second = commit({ 'docs/a.md': '2' });
  expect(times(folder, 'docs', ['a.md'])).toEqual({ 'a.md': second });
});

test('without a repository, a commit or git, no time is known, and that is no problem', () => {
  const { folder, write } = makeRepository();
  write('a.md', '1');
  expect(times(folder, '', ['a.md'])).toEqual({});
  const outside = makeFolder();
  writeFileSync(path.join(outside, 'a.md'), '');
  expect(times(outside, '', ['a.md'])).toEqual({});
  vi.stubEnv('PATH', outside);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(times(folder, '', ['a.md'])).toEqual({});
});

test('a shallow clone, and a repository that git cannot read, are problems', () => {
  const { folder, commit } = makeRepository();
  commit({ 'a.md': '1' });
  commit({ 'b.md': '1' });
  const clone = path.join(makeFolder(), 'clone');
  execFileSync('git', ['clone', '-q', '--depth', '1', `file://${folder}`, clone], { stdio: 'pipe' });
  expect(find(clone, '', ['a.md', 'b.md'])).toEqual({});
  const [shallow] = describeUnknownUpdates();
  expect(shallow?.message).toContain(': the repository is a shallow clone, without older commits.');
  expect(shallow?.hint).toContain('fetch-depth: 0');

  rmSync(path.join(folder, '.git/objects'), { recursive: true });
  mkdirSync(path.join(folder, '.git/objects'));
  expect(find(folder, '', ['a.md'])).toEqual({});
  expect(describeUnknownUpdates()[0]?.message).toContain(': git failed: ');
});
