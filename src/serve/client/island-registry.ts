/** The islands of the page, in `sitegen serve`. */
import type { BrowserIsland } from '../../islands/client/hydrate.ts';
import type { Loader, Runtime } from '../../islands/client/fetch-islands.ts';

/** The islands' script that ran last. */
interface IslandsScript {
  readonly loadRuntime: () => Promise<Runtime>;
  /** An island that has not changed is the same object in every script. */
  readonly loaders: ReadonlyMap<string, Loader>;
  /** Hydrates islands, each by its strategy, with the code that is current by then. */
  readonly start: (elements: Iterable<Element>) => void;
}

interface Registry {
  script?: IslandsScript;
  /** The code that an island was hydrated with. */
  readonly hydrated: WeakMap<Element, BrowserIsland>;
  readonly roots: WeakMap<Element, { readonly unmount: () => void }>;
  /** Called with errors caught in islands. Set by the reload client, which shows them. */
  onError?: (error: unknown) => void;
}

const KEY = Symbol.for('sitegen.islands');

/** Belongs to the page, because the reload client and the islands' scripts of several builds share no modules. */
export const registry: Registry = ((globalThis as { [KEY]?: Registry })[KEY] ??= {
  hydrated: new WeakMap(),
  roots: new WeakMap(),
});
