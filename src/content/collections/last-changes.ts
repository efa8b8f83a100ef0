/** When files of collections were last changed, from git. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { warning, type Diagnostic } from '../../shared/diagnostics.ts';
import { hasCode } from '../../shared/errors.ts';
import { GIT_SETTINGS, gitEnvironment } from '../../shared/git.ts';
import { memoizeSync } from '../../shared/memo.ts';
import { statePaths } from '../../shared/paths.ts';
import { contentSetup, contentVersion } from '../content-setup.ts';

/** In ms. Git reads a hundred thousand commits in less. */
const MAX_TIME = 20_000;

/** The options for what users can set in their config. `-c` lists what a merge itself has changed. */
const LOG =
  '-c log.follow=false -c log.showRoot=true log --no-relative --no-renames -c --no-show-signature --no-color -z --name-only --format=/%ct -- .';

const SHALLOW = {
  reason: 'the repository is a shallow clone, without older commits',
  hint: 'fetch all commits in CI: `fetch-depth: 0` for actions/checkout, or run git fetch --unshallow',
};

/**
 * @param folder of a collection, from the root
 * @returns a function that asks git about all files in the folder when it is first called
 */
export function createUpdates(folder: string): (file: string) => Date | undefined {
  let times: ReadonlyMap<string, number> | undefined;
  return (file) => {
    times ??= findTimes(folder);
    const seconds = times.get(toName(path.posix.relative(folder, file)));
    return seconds === undefined ? undefined : new Date(seconds * 1000);
  };
}

export function describeUnknownUpdates(): Diagnostic[] {
  return [...contentVersion().unknownUpdates.values()];
}

/** @returns the times of the last commits, in seconds, by file from the folder. Files that have not been committed are missing */
function findTimes(folder: string): ReadonlyMap<string, number> {
  const { root } = contentSetup();
  const cwd = path.join(root, folder);
  const options = { cwd, env: gitEnvironment(), stdio: 'pipe', timeout: MAX_TIME, maxBuffer: 2 ** 28 } as const;
  const git = (...list: readonly string[]) => execFileSync('git', [...GIT_SETTINGS, ...list], options);
  const report = ({ reason, hint }: typeof SHALLOW) => {
    const message = `\`updated\` is not known for the files in ${folder || 'the project'}: ${reason}.`;
    const place = folder === '' ? undefined : { file: folder };
    contentVersion().unknownUpdates.set(folder, warning('updated-unknown', message, { place, hint }));
    return new Map<string, number>();
  };
  try {
    const about = git('rev-parse', '--is-shallow-repository', 'HEAD', '--show-prefix').toString();
    const [isShallow, head = '', prefix = ''] = about.split('\n');
    if (isShallow === 'true') return report(SHALLOW);
    return readLog(
      memoizeSync(statePaths(root).memo, ['git log', cwd, head], () => git(...LOG.split(' '))),
      prefix,
    );
  } catch (failure) {
    if (hasCode(failure, 'ENOENT')) return new Map(); // git is not installed
    const { stderr, message } = failure as { readonly stderr?: Buffer; readonly message: string };
    const [line = ''] = (stderr?.toString().trim() || message).split('\n');
    // The second: there is no commit yet.
    if (/not a git repository|ambiguous argument 'HEAD'/.test(line)) return new Map();
    return report({ reason: `git failed: ${line.slice(0, 200)}`, hint: 'run git log in that folder' });
  }
}

/**
 * @param log the newest commit first: its time after a slash, with which no path begins, then its files
 * @param prefix the path of the folder in the repository: `` or `docs/`
 */
function readLog(log: Uint8Array, prefix: string): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  let time = 0;
  for (const part of Buffer.from(log).toString().split('\0')) {
    const name = toName(part.replace(/^\n/, '').slice(prefix.length)); // the line break ends that of the commit
    if (part.startsWith('/')) time = Number(part.slice(1));
    else if (!times.has(name)) times.set(name, time);
  }
  return times;
}

/** macOS and git may encode "é" differently. */
function toName(file: string): string {
  return file.normalize('NFC');
}
