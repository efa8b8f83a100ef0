/** Records what code of the site reads while pages are rendered: pages are rendered again when that has changed. */
import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashPath } from '../core/hash.ts';
import type { Recorded } from '../core/page-tasks.ts';
import { isWithin } from '../core/paths.ts';
import { detectNondeterminism } from './detect-nondeterminism.ts';
import { createCallRecorder } from './impure-calls.ts';

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

/** Code of the site that is running. */
interface RunningCode {
  /** `load` and `paths`; a module that is being loaded; what renders a page. */
  readonly kind: 'data' | 'module' | 'page';
  /** The page file. Only for `page`. */
  readonly source?: string;
  /** Where its reads are recorded, too: for this code, and for the code that called it. */
  readonly files: readonly Record<string, string>[];
}

/** What this worker has recorded. A worker runs code of one site only, and keeps it until it ends. */
const pageReads = { env: {} as Record<string, string | null>, files: {} as Record<string, string> };
const dataReads = { ...structuredClone(pageReads), isImpure: false };
const running = new AsyncLocalStorage<RunningCode>();
/** See `watchModules`. Set once, when the worker starts to record. */
let watchNewModules = () => false;

/**
 * Runs a `load` or `paths`, whose reads are recorded apart from those of pages.
 *
 * @returns its result, and the files it reads, which are complete when the result has settled
 */
export function trackData<Result>(run: () => Result): { readonly result: Result; readonly files: FileHashes } {
  const files: Record<string, string> = {};
  const callers = running.getStore()?.files ?? [];
  return { result: running.run({ kind: 'data', files: [...callers, files] }, run), files };
}

/** Loads a module of the site. */
export async function trackModule<Module>(load: () => Promise<Module>): Promise<Module> {
  const module = await running.run({ kind: 'module', files: [] }, load);
  watchNewModules();
  return module;
}

/** Runs what renders a page, from its page file. */
export const trackPage = <Result>(source: string, run: () => Result): Result =>
  running.run({ kind: 'page', source, files: [] }, run);

/** Runs code of sitegen in the midst of code of the site, which does not depend on what it uses. */
export const untracked = <Result>(run: () => Result): Result => running.exit(run);

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
 * @param builtins modules of Node that code of the site imports
 * @returns gives what has been recorded so far
 */
export function trackReads(root: string, builtins: readonly string[]): () => Omit<Recorded, 'placeholders'> {
  const calls = createCallRecorder(root);
  watchNewModules = detectNondeterminism(builtins, (what) => {
    const code = running.getStore();
    if (code === undefined) return;
    if (code.kind !== 'page') markImpure();
    if (code.kind !== 'data') calls.add(what, code.source);
  });
  trackEnvironment();
  trackFileSystem(root);
  syncBuiltinESMExports();
  return () => ({
    reads: pageReads,
    impureCalls: calls.all(),
    dataReads: { ...dataReads, isImpure: watchNewModules() || dataReads.isImpure },
  });
}

function recordOf(code: RunningCode | undefined) {
  return code?.kind === 'data' ? dataReads : pageReads;
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
