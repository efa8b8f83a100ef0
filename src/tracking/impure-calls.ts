/** Where code of pages uses what makes them differ from build to build. */
import type { ImpureCall } from '../core/page-tasks.ts';
import { frameInStack, isLoadingPackage } from '../core/stack-trace.ts';

export interface CallRecorder {
  /**
   * @param what `new Date()`
   * @param source the page file, where no frame of the call is in the project; without it such a call is not recorded:
   *   many packages ask for the time while they are loaded
   */
  readonly add: (what: string, source: string | undefined) => void;
  readonly all: () => readonly ImpureCall[];
}

/** Calls whose place is looked up. A page that asks for thousands of random numbers would take seconds for that. */
const MAX_LOOKUPS = 2000;

/** In place of a file: any file may have made the call, so all pages depend on it. */
const ANY_FILE = 'templates';

/** @param root absolute */
export function createCallRecorder(root: string): CallRecorder {
  const calls = new Map<string, ImpureCall>();
  const known = new Set<string>();
  let lookups = 0;
  return {
    add: (what, source) => {
      lookups += 1;
      if (lookups > MAX_LOOKUPS) {
        calls.set(what, { what, place: { file: ANY_FILE } });
        return;
      }
      const id = `${what} ${source} ${compiledFrames()}`;
      if (known.has(id)) return;
      known.add(id);
      const stack = String(new Error().stack);
      if (source === undefined && isLoadingPackage(stack, root)) return;
      const place = frameInStack(stack, root)?.place ?? (source && { file: source });
      if (place) calls.set(`${what} ${JSON.stringify(place)}`, { what, place });
    },
    all: () => [...calls.values()],
  };
}

/** Cheap, compared with frames in the sources: many pages make the same call. */
function compiledFrames(): string {
  const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  Error.prepareStackTrace = (_error, frames) =>
    frames.map((frame) => `${frame.getFileName()}:${frame.getLineNumber()}:${frame.getColumnNumber()}`).join(' ');
  try {
    return String(new Error().stack);
  } finally {
    if (before === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
    else Object.defineProperty(Error, 'prepareStackTrace', before);
  }
}
