import { findRedirect } from '../hosts/redirects.ts';
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import { count, listSome } from '../shared/format.ts';
import type { Config } from '../shared/model.ts';
import { pathOfOutput } from '../shared/address.ts';
import { isHtml } from '../shared/paths.ts';
import { countPublished, type PublishedFiles } from '../publish/published-files.ts';

/** Sites with fewer pages are not checked. */
const SMALLEST = 10;

/** Above this share, it is more likely that a folder or an API was empty. */
const MAX_SHARE = 0.5;

/**
 * Finds pages that visitors can no longer reach: not at their address, with or without its slash, nor by a
 * redirect. Those that the config calls gone do not count.
 *
 * @param removed files that the previous build published, from `out`
 * @param files of the new site, from `out`
 * @returns their paths, sorted
 */
export function findLostPages(
  { redirects, gone, trailingSlash }: Pick<Config, 'redirects' | 'gone' | 'trailingSlash'>,
  removed: readonly string[],
  files: ReadonlySet<string>,
): string[] {
  const pages = removed.filter(isHtml);
  if (pages.length === 0) return [];
  const left = new Set([...files].filter(isHtml).map(withoutSlash));
  const declared = [...redirects, ...gone.map((from) => ({ from, to: '' }))];
  const isRedirected = (output: string) =>
    ['', '/', '.html'].some((end) => findRedirect(declared, `/${withoutSlash(output)}${end}`) !== undefined);
  return pages
    .filter((output) => !left.has(withoutSlash(output)) && !isRedirected(output))
    .map((output) => pathOfOutput(output, trailingSlash))
    .toSorted();
}

/** Returns one name for `a/index.html` and `a.html`, two spellings of one address. */
const withoutSlash = (output: string): string => output.replace(/(^|\/)index\.html$|\.html$/, '');

/** @param lost from `findLostPages` */
export function describeLostPages(
  out: string,
  published: PublishedFiles | undefined,
  lost: readonly string[],
): Diagnostic[] {
  if (published === undefined || lost.length <= SMALLEST * MAX_SHARE) return [];
  const before = countPublished(out, published, isHtml);
  if (before < SMALLEST || lost.length <= before * MAX_SHARE) return [];
  const message = `The build would remove ${lost.length} of ${count(before, 'published page')}: ${listSome(lost)}.`;
  const hint = 'restore what they are built from, or redirect them in the config; `--allow-removals` removes them';
  return [error('pages-lost', message, { hint })];
}
