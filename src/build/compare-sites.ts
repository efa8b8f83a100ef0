import type { Changes } from '../shared/build-result.ts';
import type { Config, OpenPlaceholder } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import { retainAssets } from '../publish/asset-retention.ts';
import type { Publication } from '../publish/publish.ts';
import { findOutdated, isListed, type PublishedFacts, type PublishedFiles } from '../publish/published-files.ts';

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
  readonly facts: PublishedFacts;
}

/** Compares a new site with the published one. @param published its list of files, if that is intact */
export function compareSites(
  { out, keepAssets }: Config,
  published: PublishedFiles | undefined,
  { pages, hashed, all, written, placeholders }: NewSite,
): ComparedSites {
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
    facts: { assetAges, placeholders },
  };
}
