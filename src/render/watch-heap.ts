/** Notices that a site will not fit into the heap of the main thread. V8 would end the process without saying why. */
import { PerformanceObserver, constants, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { SitegenError } from '../shared/errors.ts';

/** The share of the heap that facts about pages may fill. Checking and publishing the site needs the rest. */
const MOST = 0.7;

export function watchHeap() {
  const { heap_size_limit: limit, used_heap_size: before } = getHeapStatistics();
  let used = before;
  let isFull = false;
  const observer = new PerformanceObserver((list) => {
    // Before it, most may have been garbage.
    if (list.getEntries().some(isFullCollection)) used = getHeapStatistics().used_heap_size;
  });
  observer.observe({ entryTypes: ['gc'] });
  return {
    /** True once so much has been in use, garbage aside, that the site could not be finished with much more. */
    isFull: (): boolean => (isFull ||= used > limit * MOST),
    /**
     * Says how much memory would do.
     *
     * @param done the pages in memory
     * @param total all pages of the site
     */
    describe: (done: number, total: number): SitegenError => {
      const needed = (before + ((used - before) / Math.max(done, 1)) * total) / MOST;
      const [megabytes, most] = [Math.ceil(needed / 1e8) * 100, Math.round(limit / 1e6)];
      return new SitegenError(
        `The site does not fit into memory: ${total} pages need about ${megabytes} MB, and Node may use ${most} MB.\n` +
          `Try: NODE_OPTIONS=--max-old-space-size=${megabytes}, or several sites, each with a \`base\`: docs/recipes.md`,
      );
    },
    stop: (): void => observer.disconnect(),
  };
}

/** Their types do not say what collections have: https://nodejs.org/api/perf_hooks.html#garbage-collection-gc-details */
function isFullCollection(entry: PerformanceEntry): boolean {
  const { detail } = entry as PerformanceEntry & { readonly detail?: { readonly kind?: number } };
  return detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}
