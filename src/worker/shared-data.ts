import { loadThroughCache } from './data-cache.ts';

/** What this worker has loaded or is loading, by key. Owned by the worker thread: a build's workers start without. */
const loads = new Map<string, Promise<unknown>>();
/** Set by each task, which all name the same. */
let dataFolder: string | undefined;

/** @param folder where data is kept between builds, absolute */
export function setDataFolder(folder: string | undefined): void {
  dataFolder = folder;
}

/**
 * Loads data that several pages need: once per worker, by the page that asks first. While `serve` watches, it is kept for
 * five minutes.
 *
 * @param key identifies the data: `posts`, `post 17`
 * @param load when its own source text changes, kept data is discarded; a change in what it calls is not noticed while
 *   `serve` keeps data
 * @throws what `load` throws; the next call tries again
 */
export async function shared<Data>(key: string, load: () => Data | Promise<Data>): Promise<Data> {
  return (await (loads.get(key) ?? start(key, load))) as Data;
}

function start(key: string, load: () => unknown): Promise<unknown> {
  const loading = loadThroughCache(dataFolder, `shared ${key} ${String(load)}`, async () => load());
  loads.set(key, loading);
  loading.catch(() => loads.delete(key));
  return loading;
}
