/** The entry of a site whose islands are several scripts. Small, because every page with an island loads it. */
import type { BrowserIsland } from './hydrate.ts';
import { fetchOnInteraction } from './interaction.ts';
import { hydrateWhen } from './hydrate-when.ts';
import { HYDRATE_ATTRIBUTE, ISLAND_TAG, NAME_ATTRIBUTE } from '../markup.ts';

export type Loader = () => Promise<BrowserIsland>;

export interface Runtime {
  readonly hydrateNow: (
    element: Element,
    island: BrowserIsland,
    hydrateLater: (root: ParentNode) => void,
  ) => void | Promise<void>;
}

/**
 * Hydrates the islands on the page, each by its strategy. Fetches an island's script, and the runtime, only then.
 *
 * @param loaders the islands by their names
 * @param elements islands
 */
export function fetchIslands(
  loadRuntime: () => Promise<Runtime>,
  loaders: ReadonlyMap<string, Loader>,
  elements: Iterable<Element> = document.querySelectorAll(ISLAND_TAG),
): void {
  for (const element of elements) {
    const load = loaders.get(element.getAttribute(NAME_ATTRIBUTE) as string);
    if (load === undefined) continue;
    const hydrate = async () => {
      try {
        const [{ hydrateNow }, island] = await Promise.all([loadRuntime(), load()]);
        await hydrateNow(element, island, (later) =>
          fetchIslands(loadRuntime, loaders, later.querySelectorAll(ISLAND_TAG)),
        );
      } catch (error) {
        console.error(error);
      }
    };
    hydrateWhen(
      element,
      element.getAttribute(HYDRATE_ATTRIBUTE),
      () => void hydrate(),
      () => fetchOnInteraction(element, hydrate),
    );
  }
}
