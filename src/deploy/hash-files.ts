/** Hashes the files of a site, on threads if there are many. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { mapConcurrently } from '../shared/concurrency.ts';

export interface FileHash {
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal digits, as S3 writes it. */
  readonly md5: string;
}

/** Some files of a folder, by their names in it. */
export interface HashTask {
  /** Absolute. */
  readonly folder: string;
  readonly names: readonly string[];
}

/** S3 also uses MD5. Not for security. */
export function md5Of(contents: Uint8Array): string {
  return hash('md5', contents, 'hex');
}

/** Blocks, because asynchronous calls take four times as long for a small file. */
export function hashAll({ folder, names }: HashTask): FileHash[] {
  return names.map((name) => {
    const contents = readFileSync(path.join(folder, name));
    return { size: contents.length, md5: md5Of(contents) };
  });
}

/** How many files a thread hashes at a time. Fewer files are hashed before a thread has started. */
const BATCH = 250;

/** The maximum number of threads. More than processors: they also wait for the disk. */
const THREADS = Math.max(4, availableParallelism());

/** @returns in the order of the names. @throws the signal's reason, or the first error */
export async function hashFiles({ folder, names }: HashTask, signal: AbortSignal | undefined): Promise<FileHash[]> {
  if (names.length <= BATCH) return hashAll({ folder, names });
  const starts = Array.from({ length: Math.ceil(names.length / BATCH) }, (_, index) => index * BATCH);
  const threads = new Set<Worker>();
  const idle: Worker[] = [];
  const start = () => {
    const thread = new Worker(new URL('./hash-thread.js', import.meta.url), { execArgv: [] });
    threads.add(thread);
    return thread;
  };
  try {
    const hashes = await mapConcurrently(starts, THREADS, async (from) => {
      signal?.throwIfAborted();
      const thread = idle.pop() ?? start();
      thread.postMessage({ folder, names: names.slice(from, from + BATCH) } satisfies HashTask);
      const [reply] = (await once(thread, 'message', { signal })) as [FileHash[]];
      idle.push(thread);
      return reply;
    });
    return hashes.flat();
  } finally {
    await Promise.all([...threads].map((thread) => thread.terminate()));
  }
}
