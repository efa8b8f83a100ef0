/** The functions with which code that runs in a thread reads files and folders. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The functions of `fs` whose first argument names what is read, or is the number of an open file. */
const READERS = [
  'access',
  'createReadStream',
  'exists',
  'lstat',
  'open',
  'openAsBlob',
  'opendir',
  'read',
  'readFile',
  'readdir',
  'readlink',
  'readv',
  'realpath',
  'stat',
];

/**
 * Reports calls of functions that read, before they do. `syncBuiltinESMExports` applies that to modules that import them by
 * name.
 *
 * @param onCall receives the name, `readFile` also for `readFileSync`, and the arguments
 */
export function wrapReaders(onCall: (name: string, args: readonly unknown[]) => void): void {
  for (const name of READERS) {
    for (const owner of [fs, fs.promises]) wrap(owner, name, (args) => onCall(name, args));
    wrap(fs, `${name}Sync`, (args) => onCall(name, args));
  }
  for (const owner of [fs.realpath, fs.realpathSync]) wrap(owner, 'native', (args) => onCall('realpath', args));
}

function wrap(owner: object, name: string, before: (args: readonly unknown[]) => void): void {
  const functions = owner as Record<string, unknown>;
  const original = functions[name];
  if (typeof original !== 'function') return;
  const wrapped = function (this: unknown, ...args: unknown[]): unknown {
    before(args);
    return original.apply(this, args);
  };
  // `util.promisify` looks for a symbol.
  functions[name] = Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original));
}

/**
 * A relative path asks for the working directory, too: `path.resolve` does.
 *
 * @param name the first argument of such a function
 * @returns absolute; `undefined` for open files
 */
export function pathOf(name: unknown): string | undefined {
  if (typeof name === 'string') return path.resolve(name);
  if (name instanceof URL && name.protocol === 'file:') return fileURLToPath(name);
  return name instanceof Uint8Array ? path.resolve(Buffer.from(name).toString()) : undefined;
}
