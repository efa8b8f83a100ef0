import type { Changes } from '../core/build-result.ts';
import { changedInputs } from '../cache/source-hashes.ts';
import type { Compiled, Last, RenderedSite } from '../cache/state.ts';

/**
 * The address of the stylesheet, when nothing else of the site has changed: then open pages need not be loaded anew.
 *
 * @returns without the base: `/assets/site-AB12CD34.css`
 */
export function findNewStyles(
  { inputs, setup, styles }: Compiled,
  { pages }: RenderedSite,
  { added, removed }: Changes,
  last: Last | undefined,
): string | undefined {
  if (last === undefined || last.changedRead !== '' || last.last.compilation.setup !== setup) return undefined;
  // What is new among the files is a change of its own, too.
  const changed = changedInputs(last.last.compilation.inputs, inputs).filter((name) => name !== '@project');
  const isStylesOnly =
    changed.length > 0 &&
    changed.every((file) => file.endsWith('.css')) &&
    [...added, ...removed].every((address) => /\.css(\.(br|gz|zst))?$/.test(address)) &&
    pages.every(({ route, made }) => last.pages.get(route.path)?.made.data === made.data);
  return isStylesOnly ? styles.href : undefined;
}
