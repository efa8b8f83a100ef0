import { loadThroughCache } from './data-cache.ts';
import { trackAgain } from './track-reads.ts';

interface Shared {
  readonly data: Promise<unknown>;
  /** The files that it was read from. */
  readonly files: Readonly<Record<string, string>>;
}

/** What this thread has loaded, or is loading. */
const known = new Map<string, Shared>();
let folder: string | undefined;

/** @param dataFolder where data is kept between builds, absolute */
export function shareData(dataFolder: string | undefined): void {
  folder = dataFolder;
}

/**
 * Data that several pages load: whoever asks first loads it, for all pages of the thread. It is kept for five minutes while
 * `serve` watches.
 *
 * @param key says which data it is: `posts`, `post 17`
 * @param load where its own text is another, what was kept is of no use; a change of what it calls is not seen while
 *   `serve` keeps its data
 * @throws what `load` throws; the next one who asks tries again
 */
export async function shared<Data>(key: string, load: () => Data | Promise<Data>): Promise<Data> {
  const { data, files } = known.get(key) ?? start(key, load);
  const result = await data;
  trackAgain(files);
  return result as Data;
}

function start(key: string, load: () => unknown): Shared {
  const files = {};
  const data = loadThroughCache(folder, `shared ${key} ${String(load)}`, async () => load(), files);
  const started = { data, files };
  known.set(key, started);
  data.catch(() => known.delete(key));
  return started;
}
