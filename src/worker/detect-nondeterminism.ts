/**
 * Notices when code asks what nobody can look up later to see whether it has changed: the network, the clock, chance, other
 * programs. Reading files and the environment is not among it: what they held is noted (`note-reads.ts`).
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
 * Modules of Node that only compute, or whose ways outside are noticed here; besides those that sitegen itself has loaded.
 * Any other one may reach outside.
 */
const COMPUTING = new Set(
  (
    'assert assert/strict buffer constants diagnostics_channel events module path/posix path/win32 perf_hooks punycode ' +
    'querystring readline readline/promises stream stream/promises stream/web string_decoder timers timers/promises url util util/types ' +
    'vm zlib'
  ).split(' '),
);

/**
 * For as long as the thread lives.
 *
 * @param onReach called each time, with what was called: `Math.random()`
 * @returns says whether a module has been loaded that cannot be looked at in that way
 */
export function detectNondeterminism(onReach: (what: string) => void): () => boolean {
  const loaded = new Set(builtins());
  const notice = (owner: object, names: readonly string[], prefix: string) =>
    noticeCalls(owner, names, (name) => onReach(`${prefix}${name}()`));
  notice(globalThis, ['fetch', 'WebSocket', 'EventSource', 'BroadcastChannel'], '');
  notice(Object.getPrototypeOf(performance) as object, ['now', 'mark', 'measure'], 'performance.');
  notice(Date, ['now'], 'Date.');
  noticeClock(onReach);
  notice(Math, ['random'], 'Math.');
  notice(
    crypto,
    ['randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID', 'getRandomValues'],
    'crypto.',
  );
  notice(Object.getPrototypeOf(crypto.webcrypto) as object, ['getRandomValues', 'randomUUID'], 'crypto.');
  notice(process, ['hrtime', 'uptime', 'dlopen', 'memoryUsage', 'cpuUsage'], 'process.');
  notice(os, Object.keys(os), 'os.');
  notice(worker, ['Worker'], '');
  for (const api of [fs, fs.promises]) {
    // Names in capitals are classes of results.
    const writing = Object.keys(api).filter((name) => /^[a-z]/.test(name) && !READING.test(name));
    notice(api, writing, 'fs.');
  }
  syncBuiltinESMExports();
  // Where Node does not tell, every module may have been loaded.
  return () => loaded.size === 0 || builtins().some((name) => !loaded.has(name) && !COMPUTING.has(name));
}

/** The modules of Node that this thread has loaded, but for those that Node keeps to itself. */
function builtins(): string[] {
  // Undocumented, and there since Node 0.x: https://github.com/nodejs/node/blob/v20.x/lib/internal/bootstrap/realm.js
  const { moduleLoadList = [] } = process as unknown as { readonly moduleLoadList?: readonly string[] };
  return moduleLoadList.flatMap((entry) => /^NativeModule (?!internal\/)(.*)/.exec(entry)?.[1] ?? []);
}

/** `new Date()` asks the clock; `new Date('2026-01-31')` does not. */
function noticeClock(onReach: (what: string) => void): void {
  const NoticedDate = new Proxy(Date, {
    construct(target, args, newTarget) {
      if (args.length === 0) onReach('new Date()');
      return Reflect.construct(target, args, newTarget) as object;
    },
    apply(target, self, args) {
      onReach('Date()');
      return Reflect.apply(target, self, args) as string;
    },
  });
  const { prototype } = NoticedDate;
  Object.defineProperty(prototype, 'constructor', { value: NoticedDate }); // some code compares it with `Date`
  globalThis.Date = NoticedDate;
}

function noticeCalls(owner: object, names: readonly string[], onReach: (name: string) => void): void {
  const functions = owner as Record<string, unknown>;
  for (const name of names) {
    const original = functions[name];
    if (typeof original !== 'function' || !Object.getOwnPropertyDescriptor(owner, name)?.writable) continue;
    functions[name] = new Proxy(original, {
      apply(target, self, args) {
        onReach(name);
        return Reflect.apply(target, self, args) as unknown;
      },
      construct(target, args, newTarget) {
        onReach(name);
        return Reflect.construct(target, args, newTarget) as object;
      },
    });
  }
}
