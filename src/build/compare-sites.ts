import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { Config, OpenPlaceholder } from '../shared/model.ts';
import { countPublished, findOutdated, hasPublished, type PublishedFiles } from '../publish/published-files.ts';
import { findRedirect } from '../hosts/redirects.ts';
import { pathOfOutput } from '../shared/address.ts';
import { error, type Diagnostic } from '../shared/diagnostics.ts';
import { count, listSome } from '../shared/format.ts';
import { isHtml, parentFolders } from '../shared/paths.ts';
import type { Output } from '../site/output.ts';
import type { Site } from '../site/site.ts';

/** Compares a new site with the published one. @param published the list of published files, if intact */
export function compareSites(
  config: Config,
  published: PublishedFiles | undefined,
  site: Pick<Site, 'list'>,
  placeholders: readonly OpenPlaceholder[],
) {
  const { out, keepAssets } = config;
  const outputs = site.list();
  const files = new Set(outputs.map(({ output }) => output));
  const written = outputs.filter(({ isWritten }) => isWritten);
  const changed = written.map(({ output }) => output);
  const ages = published?.assetAges ?? {};
  const removed = published === undefined ? [] : findOutdated(out, published, [...files, ...Object.keys(ages)]);
  const isNew = ({ output }: Output) => published === undefined || !hasPublished(published, output);
  const addressesOf = (list: readonly Output[]) =>
    list.map(({ output, page }) => page?.route.path ?? `/${output}`).toSorted();
  const changes = {
    added: addressesOf(written.filter(isNew)),
    changed: addressesOf(written.filter((output) => !isNew(output))),
    removed: removed.map((output) => `/${output.replace(/(^|\/)index\.html$/, '$1')}`).toSorted(),
  };
  const hasChanged = Object.values(changes).some((list) => list.length > 0);
  const current = outputs.filter(({ isRetained }) => isRetained).map(({ output }) => output);
  const older = Object.entries(ages).map(([file, age]) => [file, hasChanged ? age + 1 : age] as const);
  const assetAges = {
    ...Object.fromEntries(older.filter(([file, age]) => age <= keepAssets && canRetain(out, file, files))),
    ...Object.fromEntries(current.map((file) => [file, 0])),
  };
  const isRetained = (output: string) => Object.hasOwn(assetAges, output);
  const oldAssets = Object.keys(ages).filter((output) => !files.has(output));
  return {
    publication: {
      changed,
      kept: [
        ...outputs.filter(({ isWritten }) => !isWritten).map(({ output }) => output),
        ...oldAssets.filter(isRetained),
      ],
      removed: [...removed, ...oldAssets.filter((output) => !isRetained(output))],
    },
    changes,
    lostPages: findLostPages(config, removed, files),
    facts: { assetAges, placeholders },
  };
}

/**
 * A page loaded before a deploy still requests the assets of its build: scripts of islands that hydrate later, images
 * that scroll into view. So old hashed assets are kept for some builds, unless a file of the new site is in their place.
 */
function canRetain(out: string, file: string, files: ReadonlySet<string>): boolean {
  if ([file, ...parentFolders(file)].some((name) => files.has(name))) return false;
  return lstatSync(path.join(out, file), { throwIfNoEntry: false })?.isFile() === true;
}

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
function findLostPages(
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

/** Reports a build that would remove most pages. @param lost from `compareSites` */
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
