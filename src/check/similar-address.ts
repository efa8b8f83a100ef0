/** Finds the address that the author of a broken link probably meant. */
import { pathOfOutput } from '../shared/address.ts';
import { createSuggester } from '../shared/suggest-name.ts';

/** An address of the site, decoded and without the base, and its file in `out`. */
interface Known {
  readonly path: string;
  readonly output: string;
}

export interface SimilarAddresses {
  /** @returns the one that looks the same, but has a different Unicode normalization */
  readonly findLookalike: (path: string) => Known | undefined;
  /** @returns the most similar one, if one is alike */
  readonly findNear: (path: string) => string | undefined;
}

/** Comparing a million addresses takes half a second. Thousands of broken links have one cause, which a suggestion does not name. */
const MAX_COMPARED = 1_000_000;

/** @param files of the site, from `out`; read at the first search */
export function similarAddresses(files: Iterable<string>, trailingSlash: boolean): SimilarAddresses {
  let all: readonly Known[] | undefined;
  const known = (): readonly Known[] =>
    (all ??= [...files].map((output) => ({ path: pathOfOutput(output, trailingSlash), output })));
  let suggest: ((path: string) => string | undefined) | undefined;
  let compared = 0;
  const findNear = (path: string): string | undefined => {
    if (compared >= MAX_COMPARED) return undefined;
    compared += known().length;
    suggest ??= createSuggester(known().map((one) => one.path));
    return suggest(path);
  };
  return {
    findLookalike: remembered((path) => {
      const same = path.normalize('NFC').replace(/\/$/, '');
      // ASCII text has only one normalization.
      return /^[\0-\x7f]*$/.test(path) ? undefined : known().find((one) => isSame(one.path, same));
    }),
    findNear: remembered(findNear),
  };
}

/** A broken link in the shell is on every page, and each search reads every address. */
function remembered<Found>(find: (path: string) => Found): (path: string) => Found {
  const found = new Map<string, { readonly value: Found }>();
  return (path) => {
    const entry = found.get(path) ?? { value: find(path) };
    found.set(path, entry);
    return entry.value;
  };
}

function isSame(path: string, normalized: string): boolean {
  return path.normalize('NFC').replace(/\/$/, '') === normalized;
}
