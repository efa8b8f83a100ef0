import type { BuildResult } from '../core/build-result.ts';
import { forgetCache, writeCache } from '../cache/build-cache.ts';
import { readStates, type ChangedFiles } from '../output/changed-files.ts';
import { publish, type Publication } from '../output/publish.ts';
import { mergeDataReads, mergeReads } from '../cache/recorded-reads.ts';
import { storeCompilation } from '../cache/compilation-cache.ts';
import type { AssetAges, Compiled, PreviousBuild, RenderResult } from '../cache/state.ts';
import { statePaths } from '../core/paths.ts';

export interface PublishSite {
  readonly compiled: Compiled;
  readonly made: RenderResult;
  readonly files: ChangedFiles;
  readonly previous: PreviousBuild | undefined;
  /** Absolute. */
  readonly staging: string;
  readonly publication: Publication;
  readonly assetAges: AssetAges;
  readonly result: Pick<BuildResult, 'diagnostics' | 'placeholders' | 'sizes'>;
}

/** Puts what is new into `out`, and remembers what the site was made from. */
export async function publishSite({ compiled, made, files, previous, ...rest }: PublishSite): Promise<void> {
  const { staging, publication, assetAges, result } = rest;
  const { site, islands, islandNames, commonKey, scriptsKey, pageFileKeys } = made;
  const { root, out } = compiled.config;
  const stored = compiled.islandNames.join() === islandNames.join() ? compiled.stored : undefined;
  const isAsItWas = publication.changed.length + publication.removed.length + site.rebuilt.size === 0;
  const isDataAsItWas =
    previous?.isDataUpToDate === true || (previous?.dataReads.isImpure === true && site.dataReads.isImpure);
  if (isAsItWas && stored !== undefined && previous?.changedRead === '' && isDataAsItWas) return;
  const states = { ...files.kept, ...readStates(staging, files.contents) };
  const cache = statePaths(root).cache;
  const compilation = stored ?? (await storeCompilation(cache, { ...compiled, islands, islandNames }));
  const read = [previous?.changedRead === '' ? previous.reads : undefined, site.reads].filter(
    (reads) => reads !== undefined,
  );
  const { diagnostics, placeholders, sizes } = result;
  const sourcesWithLoad = [...new Set([...(previous?.sourcesWithLoad ?? []), ...site.sourcesWithLoad])].toSorted();
  // What has changed was asked for again by everybody.
  const dataReads = mergeDataReads([
    ...(previous?.isDataUpToDate === true ? [previous.dataReads] : []),
    site.dataReads,
  ]);
  const kept = { out, commonKey, scriptsKey, pageFileKeys, islands: islandNames, sourcesWithLoad, compilation };
  const remembered = { ...kept, reads: mergeReads(read), dataReads };
  // All that needs room on the disk is written by now: that a disk is full is no news once the site is published.
  const replaceCache = await writeCache(
    root,
    { ...remembered, files: states, assetAges, diagnostics, placeholders, sizes },
    site.pages,
  );
  forgetCache(root);
  await publish(staging, out, publication);
  await replaceCache();
}
