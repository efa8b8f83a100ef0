/** The entry of the islands' scripts in `sitegen serve`. */
import { fetchIslands, type Loader, type Runtime } from '../islands/fetch-islands.ts';
import type { BrowserIsland } from '../islands/hydrate.ts';
import { CLIENT_ATTRIBUTE, ISLAND_TAG } from '../islands/markup.ts';
import { registry } from './island-registry.ts';

/**
 * Hydrates the islands on the page. A script that is imported again, after a change, leaves that to the reload client.
 *
 * @param version of the islands' sources
 */
export function startIslands(
  loadRuntime: () => Promise<Runtime>,
  loaders: ReadonlyMap<string, Loader>,
  version: string,
): void {
  const isFirst = registry.script === undefined;
  const start = (elements: Iterable<Element>) => {
    const all = [...elements];
    const current = {};
    for (const element of all) registry.starts.set(element, current);
    const isCurrent = (element: Element) => registry.starts.get(element) === current && element.isConnected;
    const load = () => loadRuntime().then((runtime) => recordHydration(runtime, isCurrent, start));
    fetchIslands(load, loaders, all);
  };
  registry.script = { version, start, load: async (name) => loaders.get(name)?.() };
  if (!isFirst) return;
  const elements = document.querySelectorAll(ISLAND_TAG);
  for (const element of elements) registry.served.set(element, element.outerHTML);
  start(elements);
}

function recordHydration(
  { hydrateNow }: Runtime,
  isCurrent: (element: Element) => boolean,
  start: (elements: Iterable<Element>) => void,
): Runtime {
  return {
    hydrateNow: async (element, island) => {
      const loaded = await loadComponent(element, island);
      if (!isCurrent(element)) return;
      registry.hydrated.set(element, island);
      await hydrateNow(element, loaded, (later) => start(later.querySelectorAll(ISLAND_TAG)));
    },
  };
}

/** Fetches the component of an island that runs only in the browser, so that it is there when the island hydrates. */
async function loadComponent(element: Element, island: BrowserIsland): Promise<BrowserIsland> {
  if (!element.hasAttribute(CLIENT_ATTRIBUTE)) return island;
  const loaded = (island.component as unknown as () => Promise<unknown>)();
  await loaded;
  return Object.assign(island.bind(undefined), { islandName: island.islandName, component: (() => loaded) as never });
}
