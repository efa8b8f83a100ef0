/** Finds the address that the author of a broken link probably meant. */
import { pathOfOutput } from '../shared/address.ts';
import { createSuggester } from '../shared/suggest-name.ts';

/** Comparing a million addresses takes half a second. Thousands of broken links have one cause, which a suggestion does not name. */
const MAX_COMPARED = 1_000_000;

/**
 * @param files of the site, from `out`; read at the first search
 * @returns finds the most similar address, decoded and without the base, if one is alike
 */
export function createAddressSuggester(
  files: Iterable<string>,
  trailingSlash: boolean,
): (path: string) => string | undefined {
  /** A broken link in the shell is on every page, and each search reads every address. */
  const found = new Map<string, string | undefined>();
  let paths: readonly string[] | undefined;
  let suggest: ((path: string) => string | undefined) | undefined;
  let compared = 0;
  return (path) => {
    if (found.has(path) || compared >= MAX_COMPARED) return found.get(path);
    paths ??= [...files].map((output) => pathOfOutput(output, trailingSlash));
    suggest ??= createSuggester(paths);
    compared += paths.length;
    const near = suggest(path);
    found.set(path, near);
    return near;
  };
}
