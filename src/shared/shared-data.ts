/** The main thread's side of `shared`: holds the data that workers have loaded, so that each key is loaded once per build. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** From a worker. */
export type SharedRequest =
  | { readonly kind: 'wanted'; readonly key: string; readonly id: number }
  | { readonly kind: 'loaded'; readonly key: string; readonly value: unknown }
  | { readonly kind: 'failed'; readonly key: string; readonly message: string };

/** To a worker. `load`: it is the one to load the data. */
export type SharedAnswer = { readonly id: number } & (
  | { readonly kind: 'load' }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly error: Error }
);

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

/** @param maxAge how long data is kept, in ms */
export function createSharedData(maxAge = Infinity): SharedData {
  const entries = new Map<string, Entry>();

  function want(key: string, request: Request): void {
    const { port, id } = request;
    const entry = entries.get(key);
    if (entry !== undefined && 'waiting' in entry) {
      entries.set(key, { ...entry, waiting: [...entry.waiting, request] });
    } else if (entry !== undefined && performance.now() - entry.time < maxAge) {
      send(request, { id, kind: 'value', value: entry.value });
    } else {
      entries.set(key, { loader: port, waiting: [], isStale: false });
      send(request, { id, kind: 'load' });
    }
  }

  function settle(loader: MessagePort, message: Exclude<SharedRequest, { kind: 'wanted' }>): void {
    const entry = entries.get(message.key);
    if (entry === undefined || !('waiting' in entry) || entry.loader !== loader) return;
    if (message.kind === 'loaded') {
      if (entry.isStale) entries.delete(message.key);
      else entries.set(message.key, { value: message.value, time: performance.now() });
      for (const request of entry.waiting) send(request, { id: request.id, kind: 'value', value: message.value });
    } else {
      entries.delete(message.key);
      const error = new Error(message.message);
      for (const request of entry.waiting) send(request, { id: request.id, kind: 'failure', error });
    }
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

function send({ port }: Request, answer: SharedAnswer): void {
  port.postMessage(answer);
}
