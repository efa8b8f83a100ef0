import path from 'node:path';
import type { BuildResult } from '../core/build-result.ts';
import { forgetCache, writeCache } from '../cache/build-cache.ts';
import { readStates, type OtherFiles } from '../output/changed-files.ts';
import { publish, type Publication } from '../output/publish.ts';
import { joinDataReads, joinReads } from '../cache/recorded-reads.ts';
import { storeCompilation } from '../cache/compilation-cache.ts';
import type { AssetAges, Compiled, Last, MadePages } from '../cache/state.ts';

export interface PublishSite {
  readonly compiled: Compiled;
  readonly made: MadePages;
  readonly files: OtherFiles;
  readonly last: Last | undefined;
  /** Absolute. */
  readonly staging: string;
  readonly publication: Publication;
  readonly assetAges: AssetAges;
  readonly result: Pick<BuildResult, 'diagnostics' | 'placeholders' | 'sizes'>;
}

/** Puts what is new into `out`, and remembers what the site was made from. */
export async function publishSite({ compiled, made, files, last, ...rest }: PublishSite): Promise<void> {
  const { staging, publication, assetAges, result } = rest;
  const { site, islands, islandNames, common, scripts, fileKeys } = made;
  const { root, out } = compiled.config;
  const stored = compiled.islandNames.join() === islandNames.join() ? compiled.stored : undefined;
  const isAsItWas = publication.changed.length + publication.removed.length + site.made.size === 0;
  const isDataAsItWas = last?.isDataSettled === true || (last?.last.dataReads.isOpen === true && site.dataReads.isOpen);
  if (isAsItWas && stored !== undefined && last?.changedRead === '' && isDataAsItWas) return;
  const states = { ...files.kept, ...readStates(staging, files.contents) };
  const cache = path.join(root, '.sitegen/cache');
  const compilation = stored ?? (await storeCompilation(cache, { ...compiled, islands, islandNames }));
  const read = [last?.changedRead === '' ? last.last.reads : undefined, site.reads].filter(
    (reads) => reads !== undefined,
  );
  const { diagnostics, placeholders, sizes } = result;
  const loading = [...new Set([...(last?.last.loading ?? []), ...site.loading])].toSorted();
  // What has changed was asked for again by everybody.
  const dataReads = joinDataReads([...(last?.isDataSettled === true ? [last.last.dataReads] : []), site.dataReads]);
  const kept = { out, common, scripts, fileKeys, islands: islandNames, loading, compilation };
  const remembered = { ...kept, reads: joinReads(read), dataReads };
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
