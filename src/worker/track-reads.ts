/** Notes what code reads of the world around it while pages are made: they have to be made again when that changes. */
import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DataReads, RecordedReads } from '../core/page-tasks.ts';
import { isWithin } from '../core/paths.ts';
import { detectNondeterminism } from './detect-nondeterminism.ts';
import { hashPath } from '../core/hash.ts';

/** The functions of `fs` whose first argument names something that is read. */
const READERS = [
  'access',
  'createReadStream',
  'exists',
  'lstat',
  'open',
  'openAsBlob',
  'opendir',
  'readFile',
  'readdir',
  'readlink',
  'realpath',
  'stat',
];

/** Sitegen itself, which may not lie in `node_modules` while it is worked on. */
const INSTALLED = fileURLToPath(new URL('.', import.meta.url));

/** What code of one kind has read, in a thread. */
interface Notes {
  readonly env: Record<string, string | null>;
  readonly files: Record<string, string>;
}

/** Code of the site that is under way and is no component. */
interface UnderWay {
  /** A module that is being loaded counts as part of the pages, unless it reaches outside. */
  readonly isModule: boolean;
  /** Where files that are read are noted, too: for this code, and for what it is part of. */
  readonly files: readonly Record<string, string>[];
}

const underWay = new AsyncLocalStorage<UnderWay>();

/**
 * Runs a `load` or `paths`. What they read is noted apart from what pages read.
 *
 * @param files receives the files that are read, with hashes
 */
export const trackData = <Result>(run: () => Result, files?: Record<string, string>): Result =>
  underWay.run({ isModule: false, files: [...(underWay.getStore()?.files ?? []), ...(files ? [files] : [])] }, run);

/** Notes files that have been read before, for the code that is under way. */
export function trackAgain(files: Readonly<Record<string, string>>): void {
  for (const notes of underWay.getStore()?.files ?? []) Object.assign(notes, files);
}

/** Says that data was not loaded anew, so that nobody knows what it depends on. */
export const trackImpure = (): void => trackData(() => reachOutside('kept data'));

let reachOutside = (_what: string) => {};

/** Loads a module of the site. */
export const trackModule = <Result>(run: () => Result): Result => underWay.run({ isModule: true, files: [] }, run);

/**
 * Begins to take notes, in the thread that calls it, for as long as the thread lives.
 *
 * @param root the project's folder, absolute. What lies outside of it counts, too; `node_modules` and `.sitegen` do not.
 * @returns gives what has been noted so far
 */
export function trackReads(root: string): () => { readonly reads: RecordedReads; readonly dataReads: DataReads } {
  const ofPages: Notes = { env: {}, files: {} };
  const ofData: Notes = { env: {}, files: {} };
  let isImpure = false;

  const notesFor = (code: UnderWay | undefined) => (code === undefined || code.isModule ? ofPages : ofData);
  reachOutside = () => {
    if (underWay.getStore() !== undefined) isImpure = true;
  };
  const hasLoadedMore = detectNondeterminism(reachOutside);
  const noteVariable = (name: string | symbol, value: string | undefined) => {
    if (typeof name === 'string') notesFor(underWay.getStore()).env[name] = value ?? null;
  };
  process.env = new Proxy(process.env, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as string | undefined;
      noteVariable(name, value);
      return value;
    },
    has: (target, name) => {
      noteVariable(name, target[String(name)]);
      return Reflect.has(target, name);
    },
  });

  const noteFile = (name: unknown) => {
    const file = toPath(name);
    if (file === undefined) return;
    const code = underWay.getStore();
    for (const files of [notesFor(code).files, ...(code?.files ?? [])]) {
      if (file in files || isOurs(root, file)) continue;
      files[file] = ''; // some functions of `fs` call others
      files[file] = hashPath(file);
    }
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
  return () => ({ reads: ofPages, dataReads: { ...ofData, isImpure: isImpure || hasLoadedMore() } });
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
