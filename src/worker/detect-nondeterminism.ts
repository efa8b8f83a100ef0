/**
 * Detects code that uses what cannot be looked up later to see whether it has changed: the network, the clock, chance, other
 * programs. Reading files and the environment is not among it: what was read is recorded (`track-reads.ts`).
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import worker from 'node:worker_threads';

/** Functions of `fs` that only read. */
const READING =
  /^(access|close|createReadStream|exists|fstat|lstat|open|openAsBlob|opendir|read|readFile|readdir|readlink|readv|realpath|stat)(Sync)?$/;

/**
 * Node's modules that only compute, or whose impure functions are detected here; besides those that sitegen itself has
 * loaded. Any other module may be impure.
 */
const COMPUTING = new Set(
  (
    'assert assert/strict buffer constants diagnostics_channel events module path/posix path/win32 perf_hooks punycode ' +
    'querystring readline readline/promises stream stream/promises stream/web string_decoder timers timers/promises url util util/types ' +
    'vm zlib'
  ).split(' '),
);

/**
 * For as long as the worker lives.
 *
 * @param onUse called each time such a function is called
 * @returns whether a module has been loaded whose functions are not detected
 */
export function detectNondeterminism(onUse: () => void): () => boolean {
  const loaded = new Set(loadedBuiltins());
  const watch = (owner: object, names: readonly string[]) => watchCalls(owner, names, onUse);
  watch(globalThis, ['fetch', 'WebSocket', 'EventSource', 'BroadcastChannel']);
  watch(Object.getPrototypeOf(performance) as object, ['now', 'mark', 'measure']);
  watch(Date, ['now']);
  watchClock(onUse);
  watch(Math, ['random']);
  watch(crypto, ['randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID', 'getRandomValues']);
  watch(Object.getPrototypeOf(crypto.webcrypto) as object, ['getRandomValues', 'randomUUID']);
  watch(process, ['hrtime', 'uptime', 'dlopen', 'memoryUsage', 'cpuUsage']);
  watch(os, Object.keys(os));
  watch(worker, ['Worker']);
  for (const api of [fs, fs.promises]) {
    // Names in capitals are classes of results.
    const writing = Object.keys(api).filter((name) => /^[a-z]/.test(name) && !READING.test(name));
    watch(api, writing);
  }
  syncBuiltinESMExports();
  // Without `moduleLoadList`, any module may have been loaded.
  return () => loaded.size === 0 || loadedBuiltins().some((name) => !loaded.has(name) && !COMPUTING.has(name));
}

/** Node's public modules that this thread has loaded. */
function loadedBuiltins(): string[] {
  // Undocumented, and there since Node 0.x: https://github.com/nodejs/node/blob/v20.x/lib/internal/bootstrap/realm.js
  const { moduleLoadList = [] } = process as unknown as { readonly moduleLoadList?: readonly string[] };
  return moduleLoadList.flatMap((entry) => /^NativeModule (?!internal\/)(.*)/.exec(entry)?.[1] ?? []);
}

/** `new Date()` reads the clock; `new Date('2026-01-31')` does not. */
function watchClock(onUse: () => void): void {
  const WatchedDate = new Proxy(Date, {
    construct(target, args, newTarget) {
      if (args.length === 0) onUse();
      return Reflect.construct(target, args, newTarget) as object;
    },
    apply(target, self, args) {
      onUse();
      return Reflect.apply(target, self, args) as string;
    },
  });
  const { prototype } = WatchedDate;
  Object.defineProperty(prototype, 'constructor', { value: WatchedDate }); // some code compares it with `Date`
  globalThis.Date = WatchedDate;
}

function watchCalls(owner: object, names: readonly string[], onUse: () => void): void {
  const functions = owner as Record<string, unknown>;
  for (const name of names) {
    const original = functions[name];
    if (typeof original !== 'function' || !Object.getOwnPropertyDescriptor(owner, name)?.writable) continue;
    functions[name] = new Proxy(original, {
      apply(target, self, args) {
        onUse();
        return Reflect.apply(target, self, args) as unknown;
      },
      construct(target, args, newTarget) {
        onUse();
        return Reflect.construct(target, args, newTarget) as object;
      },
    });
  }
}
