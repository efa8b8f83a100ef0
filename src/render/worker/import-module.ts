/** Loads compiled site modules, in a worker. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { runModule } from './heartbeat.ts';
import { withTimeout } from './task-loop.ts';

/** Modules by file, loaded or being loaded. Owned by the worker thread: looking here is faster than Node's own cache. */
const modules = new Map<string, Promise<unknown>>();

/** Settles when the next module may be loaded. Owned by the worker thread. */
let isFree: Promise<unknown> = Promise.resolve();

/** How long a module is loaded alone, in ms. One that waits for data does not delay others for longer. */
const ALONE = 50;

/**
 * Imports a module. Modules start one after the other, so that the main thread knows which one is stuck.
 *
 * @param source its source file, from the root
 * @param seconds the limit for a top-level `await`
 * @throws what the module throws, and an error when it is not loaded in time
 */
export function importModule<Module>(file: string, source: string, seconds: number): Promise<Module> {
  const known = modules.get(file) as Promise<Module> | undefined;
  if (known !== undefined) return known;
  const load = () => import(pathToFileURL(file).href) as Promise<Module>;
  const tooSlow = 'The module was not loaded: a top-level `await` did not settle';
  const turn = isFree;
  const loading = turn.then(() => withTimeout(seconds, runModule(source, load), tooSlow, source));
  const isLoaded = loading.then(ignore, ignore); // every importer receives the error
  isFree = Promise.race([isLoaded, turn.then(() => sleep(ALONE, undefined, { ref: false }))]);
  modules.set(file, loading);
  return loading;
}

function ignore(): void {}
