import { changedSources } from '../cache/source-hashes.ts';
import type { AssetAges, Compiled, PreviousBuild, RenderedSite } from '../cache/state.ts';
import type { Changes } from '../core/build-result.ts';
import { retainAssets } from '../output/asset-retention.ts';
import type { ChangedFiles } from '../output/changed-files.ts';
import type { Publication } from '../output/publish.ts';
import { findOutdated } from '../output/published-files.ts';
import type { BuildContext } from './context.ts';
import { lookUp } from '../api/records.ts';

/** How a build differs from the previous one. */
export interface BuildDiff {
  readonly addresses: Changes;
  readonly publication: Publication;
  readonly assetAges: AssetAges;
}

/** @param hashed assets with hashed names, from `out` */
export function diffBuilds(
  { config, previous, assetAges, published }: BuildContext,
  site: RenderedSite,
  changedFiles: ChangedFiles,
  hashed: readonly string[],
): BuildDiff {
  const written = new Set([...site.written, ...Object.keys(changedFiles.contentKeys)]);
  const files = new Set([
    ...site.pages.flatMap(({ route, card }) => (card === undefined ? route.output : [route.output, card])),
    ...written,
    ...Object.keys(changedFiles.kept),
  ]);
  const removed = findRemoved(previous, files);
  const addresses = diffAddresses(site, changedFiles, previous, removed);
  const hasChanged = Object.values(addresses).some((list) => list.length > 0);
  const { keepAssets: keep, out } = config;
  const ages = retainAssets({ ages: assetAges, current: hashed, files, keep, out, hasChanged });
  const retained = Object.keys(ages).filter((output) => !files.has(output));
  const kept = [...[...files].filter((output) => !written.has(output)), ...retained];
  const candidates = [
    ...new Set([...removed.pages.map(({ output }) => output), ...removed.files, ...Object.keys(assetAges)]),
  ].filter((output) => !files.has(output) && lookUp(ages, output) === undefined);
  return {
    addresses,
    publication: {
      changed: [...written],
      kept,
      // The cache may be missing, or that of another build. What `out` itself lists is certain.
      removed:
        published === undefined
          ? candidates
          : findOutdated(out, published, { files: [...kept, ...written], candidates }),
    },
    assetAges: ages,
  };
}

interface Removed {
  readonly pages: readonly { readonly path: string; readonly output: string }[];
  /** From `out`. */
  readonly files: readonly string[];
}

function findRemoved(previous: PreviousBuild | undefined, files: ReadonlySet<string>): Removed {
  const pages = [...(previous?.pages.values() ?? [])];
  return {
    pages: pages.map(({ route }) => route).filter(({ output }) => !files.has(output)),
    files: Object.keys(previous?.files ?? {}).filter((output) => !files.has(output)),
  };
}

function diffAddresses(
  { pages }: RenderedSite,
  { contentKeys }: ChangedFiles,
  previous: PreviousBuild | undefined,
  removed: Removed,
): Changes {
  const added: string[] = [];
  const changed: string[] = [];
  for (const { route, rebuild } of pages) {
    const before = previous?.pages.get(route.path);
    if (before === undefined) added.push(route.path);
    else if (before.rebuild.htmlHash !== rebuild.htmlHash) changed.push(route.path);
  }
  for (const output of Object.keys(contentKeys)) {
    (lookUp(previous?.files, output) === undefined ? added : changed).push(`/${output}`);
  }
  const gone = [...removed.pages.map(({ path }) => path), ...removed.files.map((output) => `/${output}`)];
  return { added: added.toSorted(), changed: changed.toSorted(), removed: gone.toSorted() };
}

/**
 * The stylesheet, when nothing else has changed: open pages can then replace it without a reload.
 *
 * @returns its address without the base: `/assets/site-AB12CD34.css`
 */
export function findNewStylesheet(
  previous: PreviousBuild | undefined,
  { sourceHashes, settingsKey, styles }: Compiled,
  { added, removed }: Changes,
): string | undefined {
  if (previous === undefined || previous.changedRead !== '' || previous.changedData !== '') return undefined;
  const { compilation } = previous;
  if (compilation.settingsKey !== settingsKey) return undefined;
  // A file that was added or removed is a change of its own, too.
  const changed = changedSources(compilation.sourceHashes, sourceHashes).filter((name) => !name.startsWith('@'));
  const onlyStyles =
    changed.length > 0 &&
    changed.every((file) => file.endsWith('.css')) &&
    [...added, ...removed].every((address) => /\.css(\.(br|gz|zst))?$/.test(address));
  return onlyStyles ? styles.href : undefined;
}
