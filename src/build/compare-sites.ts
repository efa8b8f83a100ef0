import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { Changes } from '../shared/build-result.ts';
import type { Config, OpenPlaceholder } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import type { Publication } from '../publish/publish.ts';
import {
  findOutdated,
  isListed,
  type PublishedFacts,
  type PublishedFiles,
  type AssetAges,
} from '../publish/published-files.ts';
import { parentFolders } from '../shared/paths.ts';
import { findLostPages } from './lost-pages.ts';

/** The files of a new site. Paths are from `out`. */
interface NewSite {
  readonly pages: readonly PageFacts[];
  /** Assets with hashed names. */
  readonly hashed: readonly string[];
  /** Every file that is not a page. */
  readonly all: readonly string[];
  /** Files in the staging folder: the new and changed ones. */
  readonly written: readonly string[];
  readonly placeholders: readonly OpenPlaceholder[];
}

interface ComparedSites {
  readonly publication: Publication;
  readonly changes: Changes;
  /** Pages that visitors no longer find, by their paths. */
  readonly lostPages: readonly string[];
  readonly facts: PublishedFacts;
}

/** Compares a new site with the published one. @param published its list of files, if that is intact */
export function compareSites(
  config: Config,
  published: PublishedFiles | undefined,
  { pages, hashed, all, written, placeholders }: NewSite,
): ComparedSites {
  const { out, keepAssets } = config;
  const changed = [...new Set(written)];
  const staged = new Set(changed);
  const files = new Set([
    ...pages.flatMap(({ route, card }) => (card === undefined ? route.output : [route.output, card])),
    ...all,
    ...changed,
  ]);
  const ages = published?.assetAges ?? {};
  const removed = published === undefined ? [] : findOutdated(out, published, [...files, ...Object.keys(ages)]);
  const isNew = (output: string) => published === undefined || !isListed(published, output);
  const addresses = new Map(pages.map(({ route }) => [route.output, route.path]));
  const addressesOf = (outputs: readonly string[]) =>
    outputs.map((output) => addresses.get(output) ?? `/${output}`).toSorted();
  const changes = {
    added: addressesOf(changed.filter(isNew)),
    changed: addressesOf(changed.filter((output) => !isNew(output))),
    removed: removed.map((output) => `/${output.replace(/(^|\/)index\.html$/, '$1')}`).toSorted(),
  };
  const hasChanged = Object.values(changes).some((list) => list.length > 0);
  const assetAges = retainAssets({ ages, current: hashed, files, keep: keepAssets, out, hasChanged });
  const isRetained = (output: string) => Object.hasOwn(assetAges, output);
  const oldAssets = Object.keys(ages).filter((output) => !files.has(output));
  return {
    publication: {
      changed,
      kept: [...[...files].filter((output) => !staged.has(output)), ...oldAssets.filter(isRetained)],
      removed: [...removed, ...oldAssets.filter((output) => !isRetained(output))],
    },
    changes,
    lostPages: findLostPages(config, removed, files),
    facts: { assetAges, placeholders },
  };
}

interface RetainAssets {
  /** After the previous build. */
  readonly ages: AssetAges;
  /** Hashed assets of this build, from `out`. */
  readonly current: readonly string[];
  /** All files of this build, from `out`. */
  readonly files: ReadonlySet<string>;
  /** The number of builds for which old assets are kept. */
  readonly keep: number;
  /** Absolute. */
  readonly out: string;
  /** True if the site has changed since the previous build. If not, assets do not age. */
  readonly hasChanged: boolean;
}

/**
 * A page loaded before a deploy still requests the assets of its own build: scripts of islands that hydrate later, images
 * that scroll into view. So old hashed assets are kept for some builds.
 *
 * @returns the assets of this build, and old ones that are kept
 */
function retainAssets({ ages, current, files, keep, out, hasChanged }: RetainAssets): AssetAges {
  const isFree = (file: string) => ![file, ...parentFolders(file)].some((name) => files.has(name));
  const older = Object.entries(ages).map(([file, age]) => [file, hasChanged ? age + 1 : age] as const);
  const retained = older.filter(([file, age]) => age <= keep && isFree(file) && isFile(path.join(out, file)));
  return { ...Object.fromEntries(retained), ...Object.fromEntries(current.map((file) => [file, 0])) };
}

function isFile(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
