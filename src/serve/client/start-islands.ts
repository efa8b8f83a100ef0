/** The entry of the islands' scripts in `sitegen serve`. */
import { fetchIslands, type Loader, type Runtime } from '../../islands/client/fetch-islands.ts';
import type { BrowserIsland } from '../../islands/client/hydrate.ts';
import { CLIENT_ATTRIBUTE, ISLAND_TAG } from '../../islands/markup.ts';
import { registry } from './island-registry.ts';

/** Hydrates the islands on the page. When a changed script is imported, the reload client decides which islands start again. */
export function startIslands(loadRuntime: () => Promise<Runtime>, loaders: ReadonlyMap<string, Loader>): void {
  const isFirst = registry.script === undefined;
  // An island may hydrate long after its page was opened. By then, this script may be outdated.
  const currentLoaders = new Map(
    [...loaders].map(([name, load]) => [name, () => reported(registry.script?.loaders.get(name) ?? load)]),
  );
  const loadCurrentRuntime = async (): Promise<Runtime> => {
    const { hydrateNow } = await (registry.script?.loadRuntime ?? loadRuntime)();
    return {
      hydrateNow: (element, { islandName }) =>
        reported(async () => {
          const island = await currentLoaders.get(islandName)!();
          const loaded = await loadComponent(element, island);
          if (registry.hydrated.has(element) || !element.isConnected) return;
          registry.hydrated.set(element, island);
          await hydrateNow(element, loaded, (later) => start(later.querySelectorAll(ISLAND_TAG)));
        }),
    };
  };
  const start = (elements: Iterable<Element>) => fetchIslands(loadCurrentRuntime, currentLoaders, elements);
  registry.script = { loadRuntime, loaders, start };
  if (isFirst) start(document.querySelectorAll(ISLAND_TAG));
}

async function reported<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    registry.onError?.(error);
    throw error;
  }
}

/** Fetches the component of an island that runs only in the browser, so that it is ready when the island hydrates. */
async function loadComponent(element: Element, island: BrowserIsland): Promise<BrowserIsland> {
  if (!element.hasAttribute(CLIENT_ATTRIBUTE)) return island;
  const loaded = (island.component as unknown as () => Promise<unknown>)();
  await loaded;
  return Object.assign(island.bind(undefined), { islandName: island.islandName, component: (() => loaded) as never });
}
