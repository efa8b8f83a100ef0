/** `sitegen serve` for tests: in this process, or in a separate one. */
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { SITEGEN, collectText, enterFolder, loadMain } from './run.ts';

/** A running `sitegen serve`. */
export interface Running {
  readonly url: string;
  readonly pid: number;
  /** Resolves once stderr contains the text, counted from the last call. */
  readonly says: (text: string) => Promise<void>;
  readonly stderr: () => string;
  /** Stops it like Ctrl-C. */
  readonly stop: () => Promise<number | null>;
}

interface Started {
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Emits `text` for each chunk of output. */
  readonly output: EventEmitter;
  readonly ended: Promise<number | null>;
  readonly end: () => void;
}

/** Starts `sitegen serve` on a free port in this process, and waits until it serves and has checked the site. */
export async function startServe(cwd: string, ...args: string[]): Promise<Running> {
  const main = await loadMain();
  const output = new EventEmitter();
  const [stdout, stderr] = [collectText(() => output.emit('text')), collectText(() => output.emit('text'))];
  let end = () => {};
  const onStop = (stop: (signal: 'SIGINT') => void) => {
    end = () => stop('SIGINT');
    return () => {};
  };
  const leave = enterFolder(cwd);
  const command = ['serve', '--port', '0', ...args];
  const ended = main(command, { cwd, script: SITEGEN, stdout: stdout.stream, stderr: stderr.stream, onStop }).finally(
    leave,
  );
  return untilServing({
    pid: process.pid,
    stdout: stdout.text,
    stderr: stderr.text,
    output,
    ended,
    end: () => end(),
  });
}

/**
 * Starts `sitegen serve` on a free port in a separate process, and waits until it serves.
 * | @param launcher a command that replaces itself with its arguments, keeping the process id: `nice -n 19`
 */
export function startServeProcess(launcher: readonly string[], cwd: string, ...args: string[]): Promise<Running> {
  return startServeCommand([...launcher, process.execPath, SITEGEN, 'serve', '--port', '0', ...args], cwd);
}

/**
 * Starts any command that runs `sitegen serve`, and waits until it serves.
 * | @param detached stops all of its processes, like Ctrl-C in a terminal: package managers do not pass the signal on
 */
export async function startServeCommand(
  [program = '', ...rest]: readonly string[],
  cwd: string,
  { detached = false } = {},
): Promise<Running> {
  const child = spawn(program, rest, { cwd, detached });
  const output = new EventEmitter();
  const [stdout, stderr] = [collectText(() => output.emit('text')), collectText(() => output.emit('text'))];
  child.stdout.setEncoding('utf8').on('data', (text: string) => stdout.stream.write(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.stream.write(text));
  const ended = (once(child, 'close') as Promise<[number | null]>).then(([code]) => code);
  const signal = (name: NodeJS.Signals) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(detached ? -child.pid : child.pid, name);
  };
  const kill = () => signal('SIGTERM');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  return untilServing({
    pid: child.pid ?? 0,
    stdout: stdout.text,
    stderr: stderr.text,
    output,
    ended,
    end: () => signal('SIGINT'),
  });
}

async function untilServing({ pid, stdout, stderr, output, ended, end }: Started): Promise<Running> {
  const failed = ended.then((code) => Promise.reject(new Error(`serve ended with ${code}:\n${stderr()}`)));
  failed.catch(() => {}); // a server that exits while no test waits for it is not a failure

  async function until<Found>(find: () => Found | undefined): Promise<Found> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      const waiting = new AbortController();
      const more = once(output, 'text', { signal: waiting.signal });
      await Promise.race([more, failed]).finally(() => waiting.abort());
    }
  }

  const url = await until(() => /^Serving (\S+)$/m.exec(stdout())?.[1]);
  await until(() => (/^(Built \d|\d+ errors?; )/m.test(stderr()) ? true : undefined));
  let read = stderr().length;
  return {
    url,
    pid,
    stderr,
    says: (text) =>
      until(() => {
        const at = stderr().indexOf(text, read);
        if (at === -1) return undefined;
        read = at + text.length;
        return true;
      }).then(() => {}),
    stop: async () => {
      end();
      return ended;
    },
  };
}
