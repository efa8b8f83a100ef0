import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { PictureFormat } from '../shared/pictures.ts';

export interface EncoderTask {
  /** The photograph, absolute. */
  readonly file: string;
  readonly width: number;
  readonly formats: readonly PictureFormat[];
}

export interface EncodedFiles {
  /** For each format. */
  readonly files: readonly Uint8Array[];
  /** True for CMYK without a profile: sharp assumes one, and browsers do not. */
  readonly hasPrintColors: boolean;
}

/** The files, or the reason why there are none. */
export type EncoderReply = EncodedFiles | { readonly failure: string };

export interface Encoder {
  /** Number of tasks that run at the same time. */
  readonly size: number;
  /** @throws the signal's reason */
  readonly encode: (task: EncoderTask) => Promise<EncoderReply>;
  /** Waits until the process has ended. */
  readonly stop: () => Promise<void>;
}

/** Node's threads in the process: each encodes one photograph. */
const SIZE = availableParallelism();

/** @returns an encoder whose process starts with its first task */
export function createEncoder(signal: AbortSignal | undefined): Encoder {
  const waiting = new Map<number, (reply: EncoderReply) => void>();
  let running: ChildProcess | undefined;
  let count = 0;

  function start(): ChildProcess {
    const child = fork(fileURLToPath(new URL('./picture-encoder.js', import.meta.url)), {
      env: { ...process.env, UV_THREADPOOL_SIZE: String(SIZE) },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', ({ id, reply }: { readonly id: number; readonly reply: EncoderReply }) => {
      waiting.get(id)?.(reply);
      waiting.delete(id);
    });
    const end = (reason: string) => {
      if (running !== child) return;
      running = undefined; // the next task starts another one
      for (const settle of waiting.values()) settle({ failure: `The process that encodes it ended (${reason})` });
      waiting.clear();
    };
    child.on('error', (error) => end(error.message));
    child.on('exit', (code, killedBy) => end(killedBy ?? `code ${code}`));
    return child;
  }
  const kill = () => void running?.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  return {
    size: SIZE,
    encode: async (task) => {
      signal?.throwIfAborted();
      running ??= start();
      const id = (count += 1);
      const replied = new Promise<EncoderReply>((resolve) => waiting.set(id, resolve));
      running.send({ id, ...task });
      const reply = await replied;
      signal?.throwIfAborted();
      return reply;
    },
    stop: async () => {
      signal?.removeEventListener('abort', kill);
      const ended = running && once(running, 'exit');
      kill();
      await ended;
    },
  };
}
