/** Notes what code reads of the world around it while pages are made: they have to be made again when that changes. */
import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reads } from '../tasks.ts';
import { isWithin } from '../paths.ts';
import { readDigest } from './read-digest.ts';

/** The functions of `fs` whose first argument names something that is read. */
const READERS = ['access', 'createReadStream', 'exists', 'lstat', 'open', 'opendir', 'readFile', 'readdir', 'stat'];

/** Sitegen itself, which may not lie in `node_modules` while it is worked on. */
const INSTALLED = fileURLToPath(new URL('.', import.meta.url));

/** Where the files go that some code reads, in place of the notes for the whole thread. */
interface Apart {
  readonly files?: Record<string, string>;
}

const apart = new AsyncLocalStorage<Apart>();

/** Runs code whose reads do not count for the thread: `load` and `paths`, which are run in every build. */
export const noteApart = <Result>(notes: Apart, run: () => Result): Result => apart.run(notes, run);

/**
 * Begins to take notes, in the thread that calls it, for as long as the thread lives.
 *
 * @param root the project's folder, absolute. What lies outside of it counts, too; `node_modules` and `.sitegen` do not.
 * @returns gives what has been noted so far
 */
export function noteReads(root: string): () => Reads {
  const env: Record<string, string | null> = {};
  const files: Record<string, string> = {};

  process.env = new Proxy(process.env, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as string | undefined;
      if (typeof name === 'string' && apart.getStore() === undefined) env[name] = value ?? null;
      return value;
    },
    has: (target, name) => {
      if (typeof name === 'string' && apart.getStore() === undefined) env[name] = target[name] ?? null;
      return Reflect.has(target, name);
    },
  });

  const noteFile = (name: unknown) => {
    const file = toPath(name);
    const store = apart.getStore();
    const notes = store === undefined ? files : store.files;
    if (file === undefined || notes === undefined || file in notes || isOurs(root, file)) return;
    notes[file] = ''; // some functions of `fs` call others
    notes[file] = readDigest(file);
  };
  const wrap = (owner: object, name: string) => {
    const functions = owner as Record<string, unknown>;
    const read = functions[name];
    if (typeof read !== 'function') return;
    functions[name] = Object.assign(function (this: unknown, ...args: unknown[]): unknown {
      noteFile(args[0]);
      return read.apply(this, args);
    }, read);
  };
  for (const name of READERS) {
    wrap(fs, name);
    wrap(fs, `${name}Sync`);
    wrap(fs.promises, name);
  }
  syncBuiltinESMExports();
  return () => ({ env, files });
}

function toPath(name: unknown): string | undefined {
  if (typeof name === 'string') return path.resolve(name);
  if (name instanceof URL && name.protocol === 'file:') return fileURLToPath(name);
  return Buffer.isBuffer(name) ? path.resolve(name.toString()) : undefined;
}

/** Packages are known by their versions, and compiled modules by their sources. */
function isOurs(root: string, file: string): boolean {
  return (
    /[\\/]node_modules[\\/]/.test(file) || isWithin(path.join(root, '.sitegen'), file) || isWithin(INSTALLED, file)
  );
}
