/** The process, as commands see it. */
import { writeSync } from 'node:fs';
import { styleText } from 'node:util';
import { haveWorkersEnded } from '../render/spawn-worker.ts';
import type { Paint } from '../shared/format-diagnostic.ts';
import { printableOutput } from '../shared/site-output.ts';

/** The parts of the process that a command may use. */
export interface ProcessContext {
  readonly cwd: string;
  /** The script that Node runs, absolute. */
  readonly script: string;
  /** For results. */
  readonly stdout: NodeJS.WriteStream;
  /** For everything else. */
  readonly stderr: NodeJS.WriteStream;
  /**
   * Calls a function when the command should stop. A second signal ends the process immediately.
   *
   * @returns a function that removes the handlers: a signal then ends the process immediately
   */
  readonly onStop: (stop: (signal: Signal) => void) => () => void;
}

/** Sent when the terminal closes, by Ctrl-C, or by another program. */
type Signal = 'SIGHUP' | 'SIGINT' | 'SIGTERM';

/** The exit codes that shells report for a program stopped by a signal. */
const STOPPED_BY = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** 0 success, 1 the site has errors, 2 could not run, others: stopped by a signal */
export type ExitCode = 0 | 1 | 2 | (typeof STOPPED_BY)[Signal];

/** How a command is stopped. */
export interface Stopping {
  readonly signal: AbortSignal;
  /** To call with `true` before site code runs, and with `false` when no more will run. */
  readonly onSiteCode: (isRunning: boolean) => void;
}

/**
 * Handles signals while no site code runs on the main thread: the first aborts the command, which cleans up. If site code loops, no
 * handler could run; without a handler, the system ends the process immediately, which is safe at any time.
 */
export async function runUntilStopped(
  { onStop }: ProcessContext,
  run: (stopping: Stopping) => Promise<ExitCode>,
): Promise<ExitCode> {
  const stopping = new AbortController();
  let stoppedBy: Signal | undefined;
  let removeHandlers = () => {};
  const onSiteCode = (isRunning: boolean) => {
    removeHandlers();
    if (isRunning || stopping.signal.aborted) return;
    removeHandlers = onStop((signal) => {
      stoppedBy = signal;
      stopping.abort();
    });
  };
  try {
    return await run({ signal: stopping.signal, onSiteCode });
  } catch (error) {
    if (stoppedBy === undefined) throw error;
    return STOPPED_BY[stoppedBy];
  }
}

/**
 * Ends the process by SIGKILL if a worker reads a pipe: nothing can interrupt it, and `process.exit` would wait for it. Called once
 * everything is printed.
 */
export async function killIfStuck(): Promise<void> {
  if (await haveWorkersEnded()) return;
  writeSync(
    2,
    'error Site code still reads a pipe or stdin, and cannot be interrupted: the process ends by SIGKILL.\n',
  );
  process.kill(process.pid, 'SIGKILL');
}

/** A progress line, overwritten as work completes. Only on a terminal. */
export function createProgress(stream: NodeJS.WriteStream | undefined, items = 'pages') {
  if (!stream?.isTTY) return {};
  return {
    onProgress: (done: number, known: number, what = items) => {
      stream.clearLine(0);
      stream.cursorTo(0);
      if (done < known) stream.write(`${done} of ${known} ${what}`);
    },
  };
}

/** Colours only on a terminal, unless a variable decides: https://no-color.org, https://force-color.org */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const isForced = FORCE_COLOR !== undefined && !['', '0', 'false'].includes(FORCE_COLOR);
  const hasColours = !NO_COLOR && (isForced || (stream.isTTY && FORCE_COLOR === undefined));
  return (look, text) => (hasColours ? styleText(look, text, { validateStream: false }) : text);
}

/**
 * Separates our output from that of the config, a Tailwind plugin or a package in this thread, which cannot control the
 * terminal. (Workers have their own streams.) For the rest of the process.
 *
 * @param isReserved keeps stdout for the result, which programs read: other output goes to stderr
 */
export function separateOutput(context: ProcessContext, isReserved: boolean): ProcessContext {
  const { stdout, stderr } = context;
  const [ownStdout, ownStderr] = [keepWrite(stdout), keepWrite(stderr)];
  stdout.write = escapeOutput(isReserved ? ownStderr : ownStdout);
  stderr.write = escapeOutput(ownStderr);
  return { ...context, stdout: ownStdout, stderr: ownStderr };
}

/** @returns the same stream, whose `write` stays as it is */
function keepWrite(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return Object.create(stream, { write: { value: stream.write.bind(stream) } }) as NodeJS.WriteStream;
}

function escapeOutput(stream: NodeJS.WriteStream): NodeJS.WriteStream['write'] {
  return (chunk: Uint8Array | string, ...rest: never[]) =>
    stream.write(typeof chunk === 'string' ? printableOutput(chunk) : chunk, ...rest);
}
