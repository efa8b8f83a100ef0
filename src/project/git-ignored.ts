import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../shared/errors.ts';
import { GIT_SETTINGS, gitEnvironment } from '../shared/git.ts';
import { foldersAround, toPosix } from '../shared/paths.ts';

/** The ignored files of folders. Owned by this file: a worker thread lives as long as a build, or a version of `serve`. */
const known = new Map<string, ReadonlySet<string>>();

/**
 * True for a file that git ignores: likely a secret, or something else that is not part of the site. Git does not ignore a file
 * that was added anyway. Without git, or outside of a repository, no file is ignored.
 *
 * @param folder that contains the file. Both are absolute, without links
 */
export function isIgnoredByGit(folder: string, file: string): boolean {
  // A submodule has its own rules.
  const around = foldersAround(path.dirname(file)).find((one) => one === folder || existsSync(path.join(one, '.git')));
  if (around === undefined) return false;
  const ignored = known.get(around) ?? listIgnored(around);
  known.set(around, ignored);
  return ignored.has(toName(path.relative(around, file)));
}

/** One call for a folder takes 3 ms, as long as a call for one file. */
function listIgnored(folder: string): ReadonlySet<string> {
  const list = ['ls-files', '--others', '--ignored', '--exclude-standard', '-z'];
  const { error, status, stdout, stderr } = spawnSync('git', [...GIT_SETTINGS, ...list], {
    cwd: folder,
    encoding: 'utf8',
    env: gitEnvironment(),
    maxBuffer: Infinity,
  });
  if (error !== undefined && hasCode(error, 'ENOENT')) return new Set(); // git is not installed
  if (error !== undefined) throw error;
  if (status === 0) return new Set(stdout.split('\0').slice(0, -1).map(toName));
  if (stderr.includes('not a git repository')) return new Set();
  throw new Error(`git cannot list the files that it ignores in ${folder}: ${stderr.trim()}`);
}

/** macOS and git may encode "é" differently. */
function toName(file: string): string {
  return toPosix(file).normalize('NFC');
}
