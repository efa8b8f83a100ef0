/** Records what code of the site reads while pages are rendered: pages are rendered again when that has changed. */
import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashPath } from '../core/hash.ts';
import type { DataReads, RecordedReads } from '../core/page-tasks.ts';
import { isWithin } from '../core/paths.ts';
import { detectNondeterminism } from './detect-nondeterminism.ts';

/** The functions of `fs` whose first argument names what is read. */
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

/** Sitegen itself, which may be outside of `node_modules` during its own development. */
const INSTALLED = fileURLToPath(new URL('.', import.meta.url));

/** From absolute paths to hashes. */
type FileHashes = Readonly<Record<string, string>>;

/** Code of the site that is running and is not a component. */
interface RunningCode {
  /** A module being loaded counts as part of the pages, unless it is impure. */
  readonly isModule: boolean;
  /** Where its reads are recorded, too: for this code, and for the code that called it. */
  readonly files: readonly Record<string, string>[];
}

/** What this worker has recorded. A worker runs code of one site only, and keeps it until it ends. */
const pageReads = { env: {} as Record<string, string | null>, files: {} as Record<string, string> };
const dataReads = { ...structuredClone(pageReads), isImpure: false };
const running = new AsyncLocalStorage<RunningCode>();

/**
 * Runs a `load` or `paths`, whose reads are recorded apart from those of pages.
 *
 * @returns its result, and the files it reads, which are complete when the result has settled
 */
export function trackData<Result>(run: () => Result): { readonly result: Result; readonly files: FileHashes } {
  const files: Record<string, string> = {};
  const callers = running.getStore()?.files ?? [];
  return { result: running.run({ isModule: false, files: [...callers, files] }, run), files };
}

/** Loads a module of the site. */
export const trackModule = <Result>(run: () => Result): Result => running.run({ isModule: true, files: [] }, run);

/** Records files that were read earlier for the code that is running. */
export function recordAgain(files: FileHashes): void {
  for (const recorded of running.getStore()?.files ?? []) Object.assign(recorded, files);
}

/** Marks the data of this worker as impure: it cannot be known whether it would be the same now. */
export function markImpure(): void {
  dataReads.isImpure = true;
}

/**
 * Starts recording, for as long as the worker lives.
 *
 * @param root the project's folder, absolute. Reads outside of it count, too; those in `node_modules` and `.sitegen` do not.
 * @returns gives what has been recorded so far
 */
export function trackReads(root: string): () => { readonly reads: RecordedReads; readonly dataReads: DataReads } {
  const hasLoadedUnknownModule = detectNondeterminism(() => {
    if (running.getStore() !== undefined) markImpure();
  });
  trackEnvironment();
  trackFileSystem(root);
  syncBuiltinESMExports();
  return () => ({
    reads: pageReads,
    dataReads: { ...dataReads, isImpure: dataReads.isImpure || hasLoadedUnknownModule() },
  });
}

function recordOf(code: RunningCode | undefined) {
  return code === undefined || code.isModule ? pageReads : dataReads;
}

function trackEnvironment(): void {
  const record = (name: string | symbol, value: string | undefined) => {
    if (typeof name === 'string') recordOf(running.getStore()).env[name] = value ?? null;
  };
  process.env = new Proxy(process.env, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as string | undefined;
      record(name, value);
      return value;
    },
    has: (target, name) => {
      record(name, target[String(name)]);
      return Reflect.has(target, name);
    },
  });
}

function trackFileSystem(root: string): void {
  const wrap = (owner: object, name: string) => {
    const functions = owner as Record<string, unknown>;
    const read = functions[name];
    if (typeof read !== 'function') return;
    functions[name] = Object.assign(function (this: unknown, ...args: unknown[]): unknown {
      recordFile(root, args[0]);
      return read.apply(this, args);
    }, read);
  };
  for (const name of READERS) {
    wrap(fs, name);
    wrap(fs, `${name}Sync`);
    wrap(fs.promises, name);
  }
}

function recordFile(root: string, name: unknown): void {
  const file = toPath(name);
  if (file === undefined) return;
  const code = running.getStore();
  for (const files of [recordOf(code).files, ...(code?.files ?? [])]) {
    if (file in files || isIgnored(root, file)) continue;
    files[file] = ''; // some functions of `fs` call others
    files[file] = hashPath(file);
  }
}

function toPath(name: unknown): string | undefined {
  if (typeof name === 'string') return path.resolve(name);
  if (name instanceof URL && name.protocol === 'file:') return fileURLToPath(name);
  return Buffer.isBuffer(name) ? path.resolve(name.toString()) : undefined;
}

/** Packages count by their versions, compiled modules by their sources. */
function isIgnored(root: string, file: string): boolean {
  return (
    /[\\/]node_modules[\\/]/.test(file) || isWithin(path.join(root, '.sitegen'), file) || isWithin(INSTALLED, file)
  );
}
