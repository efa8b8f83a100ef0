/** Records what code of the site reads while pages are rendered: pages are rendered again when that has changed. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import type { BuiltinImport } from '../core/model.ts';
import type { Recorded } from '../core/page-tasks.ts';
import { detectNondeterminism } from './detect-nondeterminism.ts';
import { createCallRecorder } from './impure-calls.ts';
import { closeRecord, createRecorder, openRecord, type OpenRecord } from './recorder.ts';
import { trackEnvironment } from './track-environment.ts';
import { trackFiles } from './track-files.ts';
import { trackRequire } from './track-require.ts';
import { impureImports, loadModules } from './watch-modules.ts';

/** Code of the site that is running. */
interface RunningCode {
  /** `load` and `paths`; a module that is being loaded; what renders a page. */
  readonly kind: 'data' | 'module' | 'page';
  /** The page file. Only for `page`. */
  readonly source?: string;
  /** Whether pages depend on it without the data that they are given: such data was loaded by a module. */
  readonly isPartOfPages: boolean;
  /** Where its reads are recorded: for this code, and for the code that called it. */
  readonly records: readonly OpenRecord[];
}

/** What this worker has recorded. A worker runs code of one site only, and keeps it until it ends. */
const pageReads = openRecord();
const dataReads = openRecord();
let hasLoaded = false;
let isDataImpure = false;
const running = new AsyncLocalStorage<RunningCode>();
/** See `watchModules`. Set once, when the worker starts to record. */
let watchNewModules = () => false;

/** Runs a `load` or `paths`, whose reads are recorded apart from those of pages. */
export function trackData<Result>(run: () => Result): Result {
  hasLoaded = true;
  const { records = [], isPartOfPages = false } = running.getStore() ?? {};
  return running.run({ kind: 'data', isPartOfPages, records: [...records, dataReads] }, run);
}

/** Loads a module of the site, which counts as part of the pages, unless it is impure. */
export async function trackModule<Module>(load: () => Promise<Module>): Promise<Module> {
  const module = await running.run({ kind: 'module', isPartOfPages: true, records: [pageReads] }, load);
  if (watchNewModules()) markImpure();
  return module;
}

/** Runs what renders a page, from its page file. */
export const trackPage = <Result>(source: string, run: () => Result): Result =>
  running.run({ kind: 'page', source, isPartOfPages: true, records: [pageReads] }, run);

/** Runs code of sitegen in the midst of code of the site, which does not depend on what it uses. */
export const untracked = <Result>(run: () => Result): Result => running.exit(run);

/** Marks the data of this worker as impure: it cannot be known whether it would be the same now. */
export function markImpure(): void {
  isDataImpure = true;
}

/** @returns the variables of the environment that code of this worker has read so far, with their values */
export function variablesRead(): [name: string, value: string][] {
  const entries = [pageReads, dataReads].flatMap(({ env }) => [...env]);
  return entries.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

/** What a worker records for as long as it lives. */
export interface Recording {
  /** Called before code of the site runs. @param builtins Node's own modules that it imports */
  readonly expect: (builtins: readonly BuiltinImport[]) => void;
  /** @returns what has been recorded so far */
  readonly all: () => Omit<Recorded, 'placeholders'>;
}

/**
 * Starts recording.
 *
 * @param root the project's folder, absolute. Reads outside of it count, too; those in `node_modules` and `.sitegen` do not.
 */
export function trackReads(root: string): Recording {
  const calls = createCallRecorder(root);
  const onUse = (what: string) => {
    const code = running.getStore();
    if (code === undefined) return;
    if (code.kind !== 'page') markImpure();
    if (code.kind !== 'data') calls.add(what, code.source);
    else if (code.isPartOfPages) calls.addForAll(what);
  };
  watchNewModules = detectNondeterminism(onUse);
  const recorder = createRecorder(
    () => running.getStore()?.records ?? [pageReads],
    () => running.getStore() !== undefined,
    onUse,
  );
  trackEnvironment(recorder);
  const { recordFile } = trackFiles(root, recorder, onUse);
  trackRequire({ onFile: recordFile, onUse, onLoaded: watchNewModules });
  syncBuiltinESMExports();
  return {
    expect: (builtins) => {
      loadModules(builtins.map(({ specifier }) => specifier));
      watchNewModules();
      for (const builtin of builtins.filter(({ files }) => files.length > 0)) {
        for (const name of impureImports(builtin)) {
          markImpure();
          for (const file of builtin.files) calls.addTo(file, `${name} of ${builtin.specifier}`);
        }
      }
    },
    all: () => ({
      reads: closeRecord(pageReads),
      impureCalls: calls.all(),
      dataReads: { ...closeRecord(dataReads), hasLoaded, isImpure: watchNewModules() || isDataImpure },
    }),
  };
}
