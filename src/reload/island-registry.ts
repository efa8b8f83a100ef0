/** What is known about the islands of the page, in `sitegen serve`. */
import type { BrowserIsland } from '../islands/hydrate.ts';

/** The islands' script that ran last. */
interface IslandsScript {
  readonly version: string;
  /** Hydrates islands, each by its strategy. What an earlier call has not hydrated yet, it never will. */
  readonly start: (elements: Iterable<Element>) => void;
  /** An island as this script has it: the same object as before if its code has not changed. */
  readonly load: (name: string) => Promise<BrowserIsland | undefined>;
}

interface Registry {
  script?: IslandsScript;
  /** The islands of the page, each with its HTML from the server. */
  readonly served: Map<Element, string>;
  /** The call of `start` that is to hydrate an island. */
  readonly starts: WeakMap<Element, object>;
  /** What islands were hydrated with. */
  readonly hydrated: WeakMap<Element, BrowserIsland>;
  readonly roots: WeakMap<Element, { readonly unmount: () => void }>;
}

const KEY = Symbol.for('sitegen.islands');

/** Owned by the page: the scripts of several builds, and the reload client, share nothing else. */
export const registry: Registry = ((globalThis as { [KEY]?: Registry })[KEY] ??= {
  served: new Map(),
  starts: new WeakMap(),
  hydrated: new WeakMap(),
  roots: new WeakMap(),
});
