/** The main thread's side of `updated`: reads from git when files were last changed. */
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { GIT_SETTINGS, gitEnvironment } from './git.ts';
import { hasCode } from './errors.ts';

/** Files of one folder. */
export interface CommitRequest {
  /** Absolute. */
  readonly folder: string;
  /** From the folder. */
  readonly files: readonly string[];
}

export interface LastCommits {
  /** When the last commit that touched a file was made, in seconds. Files that have not been committed are missing. */
  readonly times: ReadonlyMap<string, number>;
  /** Why they are not known: the rest of a sentence. */
  readonly problem?: { readonly reason: string; readonly hint: string };
}

/** In ms. Git reads a hundred thousand commits in less. */
const MAX_TIME = 20_000;

const UNKNOWN: LastCommits = { times: new Map() };

/** @returns a function that calls `git log` once for the files of a folder, until they or the last commit change */
export function createLastCommits(): (request: CommitRequest) => Promise<LastCommits> {
  const known = new Map<string, { readonly key: string; readonly found: Promise<LastCommits> }>();
  return async (request) => {
    const { folder, files } = request;
    const head = await readHead(folder);
    if ('times' in head) return head;
    const key = [head.commit, ...files].join('\0');
    const last = known.get(folder);
    const found = last?.key === key ? last.found : readLog(request, head.prefix);
    known.set(folder, { key, found });
    return found;
  };
}

interface Head {
  readonly commit: string;
  /** The path of the folder in the repository: `` or `docs/`. */
  readonly prefix: string;
}

/** @returns the last commit, if all that came before are known */
async function readHead(folder: string): Promise<Head | LastCommits> {
  try {
    const { stdout } = await run(folder, ['rev-parse', '--is-shallow-repository', '--show-prefix', 'HEAD']);
    const lines = stdout.split('\n'); // a name can contain line breaks
    if (lines[0] !== 'true') return { commit: lines.at(-2) ?? '', prefix: lines.slice(1, -2).join('\n') };
    const hint = 'fetch all commits in CI: `fetch-depth: 0` for actions/checkout, or run git fetch --unshallow';
    return { ...UNKNOWN, problem: { reason: 'the repository is a shallow clone, without older commits', hint } };
  } catch (failure) {
    return describeFailure(failure);
  }
}

/** @throws only what is a bug */
function describeFailure(failure: unknown): LastCommits {
  if (hasCode(failure, 'ENOENT')) return UNKNOWN; // git is not installed
  const { stderr, message } = failure as { readonly stderr?: string; readonly message: string };
  const text = (stderr ?? message).trim();
  // The second: there is no commit yet.
  if (/not a git repository|ambiguous argument 'HEAD'/.test(text)) return UNKNOWN;
  const [line = ''] = text.split('\n');
  return { ...UNKNOWN, problem: { reason: `git failed: ${line.slice(0, 200)}`, hint: 'run git log in that folder' } };
}

function run(folder: string, list: readonly string[]) {
  const options = {
    cwd: folder,
    env: gitEnvironment(),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: MAX_TIME,
  } as const;
  return promisify(execFile)('git', [...GIT_SETTINGS, ...list], options);
}

async function readLog({ folder, files }: CommitRequest, prefix: string): Promise<LastCommits> {
  try {
    const { stdout } = await run(folder, ['ls-tree', '-r', '-z', '--name-only', 'HEAD', '.']);
    const committed = new Map(stdout.split('\0').map((file) => [toName(file), file]));
    const wanted = new Map(
      files.flatMap((file) => {
        const name = committed.get(toName(file));
        return name === undefined ? [] : [[prefix + name, file] as const];
      }),
    );
    return await followLog(folder, wanted);
  } catch (failure) {
    return describeFailure(failure);
  }
}

/** @param wanted the names to return, by those in commits */
function followLog(folder: string, wanted: ReadonlyMap<string, string>): Promise<LastCommits> {
  const times = new Map<string, number>();
  if (wanted.size === 0) return Promise.resolve({ times });
  // A path never begins with a slash. `-c` lists what a merge itself has changed.
  const format = ['--format=/%ct', '--name-only', '-z', '-c', '--no-renames', '--no-show-signature', '--no-color'];
  const settings = [...GIT_SETTINGS, '-c', 'log.follow=false', '-c', 'log.showRoot=true', '-c', 'diff.relative=false'];
  return new Promise((resolve, reject) => {
    const git = spawn('git', [...settings, 'log', ...format, '--', '.'], { cwd: folder, env: gitEnvironment() });
    let problem: LastCommits | undefined;
    const timer = setTimeout(() => {
      const reason = `git log takes more than ${MAX_TIME / 1000} seconds`;
      problem = {
        ...UNKNOWN,
        problem: { reason, hint: 'run git commit-graph write --changed-paths, or do not read `updated`' },
      };
      git.kill('SIGKILL');
    }, MAX_TIME);
    const read = createLogReader((file, time) => {
      const name = wanted.get(file);
      if (name !== undefined && !times.has(name)) times.set(name, time);
      if (times.size === wanted.size) git.kill('SIGKILL');
    });
    let stderr = '';
    git.stdout.setEncoding('utf8').on('data', read);
    git.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(0, 1000)));
    git.on('error', reject);
    git.on('close', (code) => {
      clearTimeout(timer);
      if (problem !== undefined) resolve(problem);
      else if (code === 0 || times.size === wanted.size) resolve({ times });
      else reject(Object.assign(new Error('git log failed'), { stderr }));
    });
  });
}

/**
 * Reads the output of `git log` as it arrives: `/1700000000`, then the files of that commit.
 *
 * @param onFile called for each file of each commit, the newest first
 */
export function createLogReader(onFile: (file: string, time: number) => void): (chunk: string) => void {
  let rest = '';
  let time = 0;
  let isFirst = false;
  return (chunk) => {
    const parts = (rest + chunk).split('\0');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      if (part.startsWith('/')) {
        time = Number(part.slice(1));
        isFirst = true;
        continue;
      }
      const file = isFirst ? part.replace(/^\n/, '') : part; // which ends the line of the commit
      isFirst = false;
      if (file !== '') onFile(file, time);
    }
  };
}

/** macOS and git may encode "é" differently. */
function toName(file: string): string {
  return file.normalize('NFC');
}
