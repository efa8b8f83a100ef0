/** Builds a commit of the project beside it. */
import { execFile, spawn } from 'node:child_process';
import { constants, copyFileSync, existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { environmentFiles } from '../config/environment.ts';
import { hasCode, SitegenError } from '../shared/errors.ts';
import { GIT_SETTINGS, gitEnvironment } from '../shared/git.ts';
import { statePaths } from '../shared/paths.ts';
import { createFolder, createTempFolder, findTempFolders, removeFolder } from '../shared/temp-folders.ts';

export interface Commit {
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
    const hash = await ask('--verify', '--quiet', '--end-of-options', `${reference}^{commit}`);
    return { hash, prefix };
  } catch (failure) {
    if (!hasExitCode(failure)) throw failure;
    const isShallow = (await ask('--is-shallow-repository')) === 'true';
    const hint = isShallow
      ? 'fetch it in CI: `fetch-depth: 0` for actions/checkout, or run git fetch --unshallow'
      : 'look for the name with git branch --all, or fetch it first: git fetch origin';
    throw unknown(
      reference,
      isShallow ? 'this shallow clone does not have it' : 'there is no such commit or folder',
      hint,
    );
  }
}

function unknown(reference: string, reason: string, hint: string): SitegenError {
  return new SitegenError(`Cannot compare with "${reference}": ${reason}.\nTry: ${hint}.`);
}

/** Runs with an exit code other than 0 as failures. Removes the final line break. */
async function git(cwd: string, args: readonly string[]): Promise<string> {
  // Hooks belong to the user's own checkouts.
  const settings = [...GIT_SETTINGS, '-c', `core.hooksPath=${os.devNull}`];
  const { stdout } = await promisify(execFile)('git', [...settings, ...args], { cwd, env: gitEnvironment() });
  return stdout.replace(/\n$/, '');
}

function hasExitCode(failure: unknown): boolean {
  return typeof (failure as { readonly code?: unknown }).code === 'number';
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

const treeIn = (folder: string): string => path.join(folder, 'tree');

async function removeTree(root: string, folder: string): Promise<void> {
  if (existsSync(treeIn(folder))) {
    // Twice: git locks a worktree while it creates it. It may have been stopped before that.
    await git(root, ['worktree', 'remove', '--force', '--force', treeIn(folder)]).catch((failure: unknown) => {
      if (!hasExitCode(failure)) throw failure;
    });
  }
  await removeFolder(folder);
}

export interface BuildReference {
  readonly root: string;
  readonly commit: Commit;
  readonly reference: string;
  /** From `withDiffFolder`. */
  readonly folder: string;
  /** The arguments of Node for `sitegen`, and further options of `build`. */
  readonly command: readonly string[];
  readonly options: readonly string[];
  /** Without the variables of the project's `.env` files. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/**
 * Builds in a process of its own: a signal can end it at any time, and this process removes the worktree.
 *
 * @returns the folder of the site
 * @throws {SitegenError} if the commit cannot be built
 */
export async function buildReference(input: BuildReference): Promise<string> {
  const { root, commit, reference, folder, command, options, env, signal } = input;
  await git(root, ['worktree', 'add', '--detach', '--quiet', treeIn(folder), commit.hash]).catch((failure: unknown) => {
    if (!hasExitCode(failure)) throw failure;
    const { stderr = '' } = failure as { readonly stderr?: string };
    throw unknown(reference, `git cannot check it out: ${stderr.trim()}`, 'run git checkout in a copy of the project');
  });
  signal.throwIfAborted();
  const project = path.join(treeIn(folder), commit.prefix);
  if (!existsSync(project)) throw unknown(reference, 'the project is not part of it', 'choose a later commit');
  copyEnvironment(root, project);
  await shareMemo(root, project);
  const out = path.join(folder, 'out');
  const { code, errors } = await runBuild(
    [...command, 'build', '--quiet', '--root', project, '--out', out, ...options],
    env,
    signal,
  );
  if (code === 0) return out;
  throw new SitegenError(`"${reference}" cannot be built:\n\n${errors.trim()}\n\nTry: choose another commit.`);
}

/** Files that git usually ignores. Those of the commit take precedence. */
function copyEnvironment(root: string, project: string): void {
  for (const name of environmentFiles('production')) {
    try {
      copyFileSync(path.join(root, name), path.join(project, name), constants.COPYFILE_EXCL);
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'EEXIST', 'EISDIR')) throw error;
    }
  }
}

/** Its results depend on nothing else: photographs need not be encoded again. */
async function shareMemo(root: string, project: string): Promise<void> {
  await createFolder(statePaths(root).memo);
  await createFolder(statePaths(project).folder);
  await symlink(statePaths(root).memo, statePaths(project).memo, 'junction');
}

/** Of the problems and the output of pages, in characters. */
const MAX_ERRORS = 8000;

async function runBuild(args: readonly string[], env: NodeJS.ProcessEnv, signal: AbortSignal) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = () => void child.kill();
  signal.addEventListener('abort', stop);
  try {
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-MAX_ERRORS)));
    const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
    signal.throwIfAborted();
    return { code, errors };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
