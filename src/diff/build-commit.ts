/** Builds a commit of the project beside it. */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { environmentFiles } from '../config/environment.ts';
import { readHostedSite } from '../hosts/host-files.ts';
import { hasCode, SitegenError } from '../shared/errors.ts';
import { statIfExists } from '../shared/files.ts';
import { GIT_SETTINGS, gitEnvironment } from '../shared/git.ts';
import { statePaths } from '../shared/paths.ts';
import { createFolder, createTempFolder, findTempFolders, removeFolder } from '../shared/temp-folders.ts';
import type { SiteFolder } from './open-site.ts';

export interface Commit {
  /** Of the project. */
  readonly root: string;
  readonly reference: string;
  readonly hash: string;
  /** The project's folder in the repository: `` or `docs/`. */
  readonly prefix: string;
}

/** @throws {SitegenError} if there is no such commit */
export async function findCommit(root: string, reference: string): Promise<Commit> {
  const ask = (...args: readonly string[]) => git(root, ['rev-parse', ...args]);
  const prefix = await ask('--show-prefix').catch((failure: unknown) => {
    const reason = hasCode(failure, 'ENOENT') ? 'git is not installed' : 'the project is not in a git repository';
    throw unknown(reference, `${reason}, and there is no such folder`, 'name a folder with a built site');
  });
  try {
    return { root, reference, prefix, hash: await ask('--verify', '--end-of-options', `${reference}^{commit}`) };
  } catch (failure) {
    messageOf(failure); // or throws
    const [reason, hint] =
      (await ask('--is-shallow-repository')) === 'true'
        ? ['this shallow clone does not have it', 'fetch it in CI: `fetch-depth: 0` for actions/checkout']
        : ['there is no such commit or folder', 'look for the name with git branch --all, or fetch it first'];
    throw unknown(reference, reason, hint);
  }
}

function unknown(reference: string, reason: string, hint: string): SitegenError {
  return new SitegenError(`Cannot compare with "${reference}": ${reason}.\nTry: ${hint}.`);
}

/** Removes the final line break. */
async function git(cwd: string, args: readonly string[]): Promise<string> {
  // Hooks belong to the user's own checkouts.
  const settings = [...GIT_SETTINGS, '-c', `core.hooksPath=${os.devNull}`];
  const { stdout } = await promisify(execFile)('git', [...settings, ...args], { cwd, env: gitEnvironment() });
  return stdout.replace(/\n$/, '');
}

/** @returns the message of git, if it failed. @throws any other failure */
function messageOf(failure: unknown): string {
  const { code, stderr = '' } = failure as { readonly code?: unknown; readonly stderr?: string };
  if (typeof code !== 'number') throw failure;
  return stderr.trim();
}

/** A folder for the other site, in the project: its pages find the packages there. Removes those of killed processes first. */
export async function withDiffFolder<Result>(root: string, use: (folder: string) => Promise<Result>): Promise<Result> {
  const parent = statePaths(root).folder;
  await createFolder(parent);
  for (const folder of (await findTempFolders(parent, 'diff')).abandoned) await removeTree(root, folder);
  const folder = await createTempFolder(parent, 'diff');
  try {
    return await use(folder);
  } finally {
    await removeTree(root, folder);
  }
}

async function removeTree(root: string, folder: string): Promise<void> {
  const tree = path.join(folder, 'tree');
  // Twice: git locks a worktree while it creates it. It may have been stopped before that.
  if (existsSync(tree)) await git(root, ['worktree', 'remove', '--force', '--force', tree]).catch(messageOf);
  await removeFolder(folder);
}

/** Of the problems and the output of pages, in characters. */
const MAX_ERRORS = 8000;

/**
 * Builds in a process of its own: a signal can end it at any time, and this process removes the worktree.
 *
 * @param folder from `withDiffFolder`
 * @param command the arguments of Node for `sitegen build`
 * @param env without the variables of the project's `.env` files
 * @throws {SitegenError} if the commit cannot be built
 */
export async function buildCommit(
  { root, reference, hash, prefix }: Commit,
  folder: string,
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<SiteFolder> {
  const [tree, out] = [path.join(folder, 'tree'), path.join(folder, 'out')];
  await git(root, ['worktree', 'add', '--detach', '--quiet', tree, hash]).catch((failure: unknown) => {
    const reason = `git cannot check it out: ${messageOf(failure)}`;
    throw unknown(reference, reason, 'run git checkout in a copy of the project');
  });
  signal.throwIfAborted();
  const project = path.join(tree, prefix);
  if (!existsSync(project)) throw unknown(reference, 'the project is not part of it', 'choose a later commit');
  for (const name of environmentFiles('production')) {
    const file = path.join(root, name);
    // Git usually ignores it. A file of the commit takes precedence.
    if (statIfExists(file)?.isFile()) await cp(file, path.join(project, name), { force: false });
  }
  // Its results depend on nothing else: photographs need not be encoded again.
  await createFolder(statePaths(root).memo);
  await rm(statePaths(project).folder, { recursive: true, force: true }); // a commit may have it, or a link there
  await createFolder(statePaths(project).folder);
  await symlink(statePaths(root).memo, statePaths(project).memo, 'junction');
  const args = [...command, '--root', project, '--out', out];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'], signal });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-MAX_ERRORS)));
  const code = await new Promise<number | null>((resolve, reject) => {
    // One that is aborted must still end.
    child.on('error', (error) => signal.aborted || reject(error)).on('close', resolve);
  });
  signal.throwIfAborted();
  if (code === 0) return { folder: out, site: await readHostedSite(project, out) };
  throw new SitegenError(`"${reference}" cannot be built:\n\n${errors.trim()}\n\nTry: choose another commit.`);
}
