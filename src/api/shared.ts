import type { MessagePort } from 'node:worker_threads';
import { findUnplain } from '../shared/plain-data.ts';
import type { SharedAnswer, SharedRequest } from '../shared/shared-data.ts';

/** Loaded or being loaded, by key. Owned by the worker thread. */
const loads = new Map<string, Promise<unknown>>();

/** The port to the main thread, which knows what other workers have loaded. Set when the worker starts; absent in a test. */
let mainThread: MessagePort | undefined;

/** Pending answers of the main thread, by request. */
const waiting = new Map<number, (answer: SharedAnswer) => void>();

/** @param port to `shared/shared-data.ts`. Does not keep the thread alive */
export function connectSharedData(port: MessagePort): void {
  mainThread = port;
  port.on('message', (answer: SharedAnswer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
    if (waiting.size === 0) port.unref();
  });
  port.unref();
}

/**
 * Loads data that several pages need, once per build: the other pages, including those in other threads, get a copy. While
 * `sitegen serve` runs, the data is kept until a file changes, for five minutes at most.
 *
 * @param key identifies the data: `posts`, `post 17`
 * @param load returns plain data: what `structuredClone` copies without loss
 * @throws what `load` throws; the next call tries again
 */
export async function shared<Data>(key: string, load: () => Data | Promise<Data>): Promise<Data> {
  return (await (loads.get(key) ?? start(key, load))) as Data;
}

function start(key: string, load: () => unknown): Promise<unknown> {
  const loading = mainThread === undefined ? (async () => load())() : loadOnce(mainThread, key, load);
  loads.set(key, loading);
  loading.catch(() => loads.delete(key));
  return loading;
}

async function loadOnce(port: MessagePort, key: string, load: () => unknown): Promise<unknown> {
  const answer = await ask(port, key);
  if (answer.kind === 'value') return answer.value;
  if (answer.kind === 'failure') throw answer.error;
  const reply = (request: SharedRequest) => port.postMessage(request);
  try {
    const value = await load();
    const unplain = findUnplain(value, 'data');
    if (unplain !== undefined)
      throw new Error(`\`shared\` passes a copy of "${key}" to the other threads, but ${unplain}.`);
    reply({ kind: 'loaded', key, value });
    return value;
  } catch (error) {
    reply({ kind: 'failed', key, message: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

let requests = 0;

function ask(port: MessagePort, key: string): Promise<SharedAnswer> {
  requests += 1;
  const id = requests;
  port.ref();
  port.postMessage({ kind: 'wanted', key, id } satisfies SharedRequest);
  return new Promise((resolve) => waiting.set(id, resolve));
}
