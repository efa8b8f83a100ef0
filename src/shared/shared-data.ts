/** The main thread's side of `shared`: holds the data that workers have loaded, so that each key is loaded once per build. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** From a worker. */
export type SharedRequest =
  | { readonly kind: 'wanted'; readonly key: string; readonly id: number }
  | { readonly kind: 'loaded'; readonly key: string; readonly value: unknown }
  | { readonly kind: 'failed'; readonly key: string; readonly message: string };

/** To a worker. */
export type SharedAnswer = { readonly id: number } & Answer;

/** `load`: the worker is the one to load the data. */
type Answer =
  | { readonly kind: 'load' }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly error: Error };

export interface SharedData {
  /** Connects a worker. @returns the worker's port, and a function to call when the worker has ended */
  readonly connect: () => { readonly port: MessagePort; readonly disconnect: () => void };
  /** Discards all data. Data that is still loading is discarded once the workers that wait for it have received it. */
  readonly clear: () => void;
}

interface Request {
  readonly port: MessagePort;
  readonly id: number;
}

type Entry =
  | { readonly value: unknown; readonly time: number }
  | { readonly loader: MessagePort; readonly waiting: readonly Request[]; readonly isStale: boolean };

/**
 * How old the data of a page may be while `serve` runs and no file changes, in ms: the promise of `shared`. Half of it is for
 * the data, and half for a version whose pages may have read the data.
 */
export const MAX_DATA_AGE = 5 * 60 * 1000;

/** @param maxAge how long data is kept, in ms */
export function createSharedData(maxAge = Infinity): SharedData {
  const entries = new Map<string, Entry>();

  function want(key: string, request: Request): void {
    const entry = entries.get(key);
    if (entry !== undefined && 'waiting' in entry) {
      entries.set(key, { ...entry, waiting: [...entry.waiting, request] });
    } else if (entry !== undefined && performance.now() - entry.time < maxAge) {
      send(request, { kind: 'value', value: entry.value });
    } else {
      entries.set(key, { loader: request.port, waiting: [], isStale: false });
      send(request, { kind: 'load' });
    }
  }

  function settle(loader: MessagePort, message: Outcome): void {
    const entry = entries.get(message.key);
    if (entry === undefined || !('waiting' in entry) || entry.loader !== loader) return;
    if (message.kind === 'failed' || entry.isStale) entries.delete(message.key);
    else entries.set(message.key, { value: message.value, time: performance.now() });
    const answer = toAnswer(message);
    for (const request of entry.waiting) send(request, answer);
  }

  /** If a worker ends while it is loading data, the next worker that waits for the data loads it. */
  function abandon(loader: MessagePort): void {
    for (const [key, entry] of entries) {
      if (!('waiting' in entry)) continue;
      const waiting = entry.waiting.filter(({ port }) => port !== loader);
      if (entry.loader !== loader) entries.set(key, { ...entry, waiting });
      else {
        entries.delete(key);
        for (const request of waiting) want(key, request);
      }
    }
  }

  return {
    connect: () => {
      const { port1: own, port2: port } = new MessageChannel();
      own.on('message', (message: SharedRequest) => {
        if (message.kind === 'wanted') want(message.key, { port: own, id: message.id });
        else settle(own, message);
      });
      own.unref();
      const disconnect = () => {
        own.close();
        abandon(own);
      };
      return { port, disconnect };
    },
    clear: () => {
      for (const [key, entry] of entries) {
        if ('waiting' in entry) entries.set(key, { ...entry, isStale: true });
        else entries.delete(key);
      }
    },
  };
}

type Outcome = Exclude<SharedRequest, { kind: 'wanted' }>;

function toAnswer(message: Outcome): Answer {
  if (message.kind === 'loaded') return { kind: 'value', value: message.value };
  return { kind: 'failure', error: new Error(message.message) };
}

function send({ port, id }: Request, answer: Answer): void {
  port.postMessage({ id, ...answer } satisfies SharedAnswer);
}
