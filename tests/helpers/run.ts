import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The repository. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** The command. */
export const SITEGEN = path.join(ROOT, 'bin/sitegen.js');

/** What a command has done. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `sitegen` as a user does, to its end. */
export function sitegen(cwd: string, ...args: string[]): Promise<Ran> {
  return run([process.execPath, SITEGEN, ...args], cwd);
}

/** Runs any command, to its end. */
export async function run([program = '', ...args]: readonly string[], cwd: string, env = {}): Promise<Ran> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
  const stdout = collect(child, 'stdout');
  const stderr = collect(child, 'stderr');
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: stdout(), stderr: stderr() };
}

/** A `sitegen serve` that is running. */
export interface Running {
  readonly url: string;
  readonly pid: number;
  /** Resolves when stderr, since the last call, has the text. */
  readonly says: (text: string) => Promise<void>;
  readonly stderr: () => string;
  /** Ends it as Ctrl-C does. */
  readonly stop: () => Promise<number | null>;
}

/** Starts `sitegen serve` on a free port, and waits until it serves. */
export function startServe(cwd: string, ...args: string[]): Promise<Running> {
  return startServeUnder([], cwd, ...args);
}

/** @param launcher what turns into the command that it is given, with its own number: `nice -n 19` */
export async function startServeUnder(launcher: readonly string[], cwd: string, ...args: string[]): Promise<Running> {
  const [program = '', ...rest] = [...launcher, process.execPath, SITEGEN, 'serve', '--port', '0', ...args];
  const child = spawn(program, rest, { cwd });
  const stdout = collect(child, 'stdout');
  const stderr = collect(child, 'stderr');
  const closed = once(child, 'close') as Promise<[number | null]>;
  const ended = closed.then(([code]) => Promise.reject(new Error(`serve ended with ${code}:\n${stderr()}`)));
  let read = 0;
  const kill = () => void child.kill();
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));

  async function until<Found>(find: () => Found | undefined): Promise<Found> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      const said = new AbortController(); // one of them is enough: the others would listen on
      const { signal } = said;
      const more = [child.stdout, child.stderr].map((stream) => once(stream, 'data', { signal }));
      await Promise.race([...more, ended]).finally(() => said.abort());
    }
  }

  ended.catch(() => {}); // an end that nobody waits for is no failure
  const url = await until(() => /^Serving (\S+)$/m.exec(stdout())?.[1]);
  read = stderr().length;
  return {
    url,
    pid: child.pid ?? 0,
    stderr,
    says: (text) =>
      until(() => {
        const at = stderr().indexOf(text, read);
        if (at === -1) return undefined;
        read = at + text.length;
        return true;
      }).then(() => {}),
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGINT');
      const [code] = await closed;
      return code;
    },
  };
}

function collect(child: ChildProcess, name: 'stdout' | 'stderr'): () => string {
  let text = '';
  child[name]?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return () => text;
}
