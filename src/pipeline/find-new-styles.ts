import type { Changes } from '../core/build-result.ts';
import { changedSources } from '../cache/source-hashes.ts';
import type { Compiled, PreviousBuild, RenderedSite } from '../cache/state.ts';

/**
 * The address of the stylesheet, when nothing else of the site has changed: then open pages need not be loaded anew.
 *
 * @returns without the base: `/assets/site-AB12CD34.css`
 */
export function findNewStyles(
  { sourceHashes, settingsKey, styles }: Compiled,
  { pages }: RenderedSite,
  { added, removed }: Changes,
  previous: PreviousBuild | undefined,
): string | undefined {
  if (previous === undefined || previous.changedRead !== '' || previous.compilation.settingsKey !== settingsKey)
    return undefined;
  // What is new among the files is a change of its own, too.
  const changed = changedSources(previous.compilation.sourceHashes, sourceHashes).filter((name) => name !== '@project');
  const isStylesOnly =
    changed.length > 0 &&
    changed.every((file) => file.endsWith('.css')) &&
    [...added, ...removed].every((address) => /\.css(\.(br|gz|zst))?$/.test(address)) &&
    pages.every(({ route, rebuild }) => previous.pages.get(route.path)?.rebuild.dataHash === rebuild.dataHash);
  return isStylesOnly ? styles.href : undefined;
}
