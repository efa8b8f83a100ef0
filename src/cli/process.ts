/** The process, as commands see it. */
import { styleText } from 'node:util';
import type { Paint } from '../core/format.ts';

/** What a command is given of the process. */
export interface World {
  readonly cwd: string;
  /** Takes results. */
  readonly stdout: NodeJS.WriteStream;
  /** Takes everything else. */
  readonly stderr: NodeJS.WriteStream;
  /** Calls back once, when the command is to end. When it is told again, the process ends at once. */
  readonly onStop: (end: (signal: Signal) => void) => void;
}

/** By the end of its terminal, by Ctrl-C, or by another program. */
type Signal = 'SIGHUP' | 'SIGINT' | 'SIGTERM';

/** What shells say of a program that a signal has stopped. */
const STOPPED_BY = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** 0 done, 1 the site has errors, 2 could not run, others stopped by a signal */
export type ExitCode = 0 | 1 | 2 | (typeof STOPPED_BY)[Signal];

/** Runs a command that ends by itself. When it is stopped before, it takes away what it has begun. */
export async function untilStopped(
  { onStop }: World,
  run: (signal: AbortSignal) => Promise<ExitCode>,
): Promise<ExitCode> {
  const stopping = new AbortController();
  let stoppedBy: Signal | undefined;
  onStop((signal) => {
    stoppedBy = signal;
    stopping.abort();
  });
  try {
    return await run(stopping.signal);
  } catch (error) {
    if (stoppedBy === undefined) throw error;
    return STOPPED_BY[stoppedBy];
  }
}

/** A line that is overwritten as pages (or other things) get done, where somebody is watching. */
export function progressOn(stream: NodeJS.WriteStream | undefined, things = 'pages') {
  if (!stream?.isTTY) return {};
  return {
    onProgress: (done: number, known: number) => {
      stream.clearLine(0);
      stream.cursorTo(0);
      if (done < known) stream.write(`${done} of ${known} ${things}`);
    },
  };
}

/** Colours only on a terminal, and never against https://no-color.org. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const hasColours = stream.isTTY && !process.env['NO_COLOR'];
  return (look, text) => (hasColours ? styleText(look, text) : text);
}
