/** Where code of pages uses what causes them to differ from build to build. */
import type { ImpureCall } from '../core/page-tasks.ts';
import {
  compiledFrames,
  currentStack,
  isLoadingPackage,
  isRunningPackage,
  packagesInStack,
  sourceInStack,
} from '../core/stack-trace.ts';

export interface CallRecorder {
  /**
   * @param what `new Date()`
   * @param source the page file, where no frame of the call is in the sources; without it all pages depend on the call. Calls
   *   of packages that are being loaded are not recorded: many ask for the time. Native addons are
   */
  readonly add: (what: string, source: string | undefined) => void;
  readonly addTo: (file: string, what: string) => void;
  /** Adds what any page may depend on. */
  readonly addForAll: (what: string) => void;
  readonly all: () => readonly ImpureCall[];
}

/** Calls whose place is looked up. A page that asks for thousands of random numbers would take seconds for that. */
const MAX_LOOKUPS = 2000;

/** In place of a file: any file may have made the call, so all pages depend on it. */
const ANY_FILE = 'templates';

/** How Node loads native addons, which read without `fs`. It does so once, whatever uses them later. */
const LOADS_ADDON = 'process.dlopen';

/** @param root absolute */
export function createCallRecorder(root: string): CallRecorder {
  const calls = new Map<string, ImpureCall>();
  const known = new Set<string>();
  let lookups = 0;
  const addTo = (file: string, what: string) => void calls.set(`${what} ${file}`, { what, place: { file } });
  const addForAll = (what: string) => addTo(ANY_FILE, what);
  return {
    addTo,
    addForAll,
    add: (what, source) => {
      lookups += 1;
      if (lookups > MAX_LOOKUPS) {
        addForAll(what);
        return;
      }
      const id = `${what} ${source} ${compiledFrames().join(' ')}`; // many pages use the same code
      if (known.has(id)) return;
      known.add(id);
      const stack = currentStack();
      const addon = what === LOADS_ADDON ? packagesInStack(stack, root).at(-1)?.packageName : undefined;
      if (addon !== undefined) {
        addTo(`node_modules/${addon}`, `the native addon of ${addon}`); // no module of the site: all pages depend on it
        return;
      }
      if (source === undefined && isLoadingPackage(stack, root)) return;
      const place = sourceInStack(stack, root)?.place ?? (source && { file: source });
      if (place) calls.set(`${what} ${JSON.stringify(place)}`, { what, place });
      else if (isRunningPackage(stack)) addForAll(what);
    },
    all: () => [...calls.values()],
  };
}
