/**
 * Detects code that uses what cannot be looked up later to see whether it has changed: the network, the clock, chance, other
 * programs. Everything is impure that `pure-names.ts` does not list. What is read is recorded instead (`track-reads.ts`).
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import {
  CRYPTO_OBJECT,
  DATE,
  FILE_HANDLE,
  GLOBALS,
  GLOBALS_BY_MEMBER,
  INTL,
  LOADING_GLOBALS,
  MATH,
  NAVIGATOR,
  SUBTLE,
  URL_STATICS,
} from './pure-names.ts';
import { watchClock } from './watch-clock.ts';
import { watchMembers, type OnUse } from './watch-members.ts';
import { watchModules } from './watch-modules.ts';

/**
 * For as long as the worker lives.
 *
 * @param onUse called each time something impure is used
 * @returns see `watchModules`
 */
export function detectNondeterminism(onUse: OnUse): () => boolean {
  const watch = (owner: object, prefix: string, pure: ReadonlySet<string>) =>
    watchMembers(owner, prefix, (name) => pure.has(name), onUse);
  const isGlobalPure = (name: string) => GLOBALS.has(name) || GLOBALS_BY_MEMBER.has(name) || LOADING_GLOBALS.has(name);
  watchMembers(globalThis, '', isGlobalPure, onUse);
  watchNavigator(onUse);
  watch(Date, 'Date.', DATE);
  watchClock(onUse);
  watch(Math, 'Math.', MATH);
  watch(Intl, 'Intl.', INTL);
  watch(URL, 'URL.', URL_STATICS);
  watchMembers(Event.prototype, 'Event.', (name) => name !== 'timeStamp', onUse);
  watch(Object.getPrototypeOf(performance) as object, 'performance.', new Set());
  watch(Object.getPrototypeOf(crypto.webcrypto) as object, 'crypto.', CRYPTO_OBJECT);
  watch(Object.getPrototypeOf(crypto.webcrypto.subtle) as object, 'crypto.subtle.', SUBTLE);
  watchFileHandles((prototype) => watch(prototype, 'FileHandle.', FILE_HANDLE));
  return watchModules(watch);
}

/** Many packages ask for its name while they are loaded. It is created when it is first read. */
function watchNavigator(onUse: OnUse): void {
  const member = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  if (member?.get === undefined) return;
  const get = () =>
    new Proxy(member.get?.call(globalThis) as object, {
      get(target, name) {
        if (typeof name === 'string' && !NAVIGATOR.has(name)) onUse(`navigator.${name}`);
        return Reflect.get(target, name, target) as unknown;
      },
    });
  Object.defineProperty(globalThis, 'navigator', { ...member, get });
}

/** Their class is not exported: the first file that is opened has it. */
function watchFileHandles(watchPrototype: (prototype: object) => void): void {
  const { open } = fs.promises;
  let isWatched = false;
  fs.promises.open = async (...args: Parameters<typeof open>) => {
    const handle = await open(...args);
    if (!isWatched) watchPrototype(Object.getPrototypeOf(handle) as object);
    isWatched = true;
    return handle;
  };
}
