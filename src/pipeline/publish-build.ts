import path from 'node:path';
import { lookUp } from '../api/records.ts';
import { forgetCache, writeCache } from '../cache/build-cache.ts';
import { storeCompilation } from '../cache/compilation-cache.ts';
import { addUncertain } from '../cache/source-hashes.ts';
import { createKey, mergeDataReads, mergeReads, sealReads } from '../cache/recorded-reads.ts';
import type { BuildState, FilesRun, RenderedSite, SiteResult, StoredCompilation } from '../cache/state.ts';
import type { BuildResult } from '../core/build-result.ts';
import type { Recorded } from '../core/page-tasks.ts';
import { hashPath } from '../core/hash.ts';
import { statePaths } from '../core/paths.ts';
import { readStates, type ChangedFiles } from '../output/changed-files.ts';
import { publish } from '../output/publish.ts';
import { hasDevelopmentFiles } from '../config/environment.ts';
import type { BuildContext } from './context.ts';
import type { BuildDiff } from './diff-builds.ts';
import { modeOf } from './options.ts';

export interface PublishBuild {
  readonly rendered: SiteResult;
  readonly files: ChangedFiles;
  readonly diff: BuildDiff;
  readonly result: Pick<BuildResult, 'diagnostics' | 'placeholders'>;
}

/** Publishes what has changed, and writes to the cache what the next build needs to know. */
export async function publishBuild(context: BuildContext, build: PublishBuild): Promise<void> {
  const { compiled, staging } = context;
  const { rendered, files, diff, result } = build;
  const { root, out } = compiled.config;
  const stored = compiled.islandNames.join() === rendered.islandNames.join() ? compiled.stored : undefined;
  if (stored !== undefined && isCacheUpToDate(context, build)) return;
  const { islands, islandNames, commonKey, scriptsKey, pageFileKeys, site, own } = rendered;
  const compilation: StoredCompilation =
    stored ??
    (await storeCompilation(statePaths(root).cache, {
      ...compiled,
      islands,
      islandNames,
      sourceHashes: addUncertain(compiled.sourceHashes, islands.inputs),
    }));
  const state: BuildState = {
    out,
    commonKey,
    scriptsKey,
    pageFileKeys,
    compilation,
    diagnostics: result.diagnostics,
    placeholders: result.placeholders,
    isForDevelopment: isForDevelopment(context),
    islands: islandNames,
    ...mergeRecorded(context, site, own),
    // Pages that depend on them are rendered in every build.
    impureCalls: site.impureCalls,
    files: { ...files.kept, ...readStates(staging, files.contentKeys), ...statesOfCards(context, site) },
    assetAges: diff.assetAges,
  };
  // Everything that needs disk space is written before the site is published.
  const replaceCache = await writeCache(root, state, site.pages, context.options.watching);
  forgetCache(root);
  await publish(staging, out, diff.publication);
  await replaceCache();
}

function statesOfCards({ previous, staging }: BuildContext, { pages, written }: RenderedSite): BuildState['files'] {
  const cards = [...new Set(pages.flatMap(({ card }) => card ?? []))];
  const staged = new Set(written);
  const drawn = cards
    .filter((card) => staged.has(card))
    .map((card) => [card, hashPath(path.join(staging, card))] as const);
  const kept = cards.flatMap((card) => {
    const state = lookUp(previous?.files, card);
    return state === undefined ? [] : [[card, state] as const];
  });
  return { ...Object.fromEntries(kept), ...readStates(staging, Object.fromEntries(drawn)) };
}

function isForDevelopment({ options }: BuildContext): boolean {
  return hasDevelopmentFiles(options.root, modeOf(options));
}

/** Whether the cache would be written with what it has already. */
function isCacheUpToDate(context: BuildContext, { rendered, diff }: PublishBuild): boolean {
  const { previous } = context;
  if (previous === undefined || previous.isForDevelopment !== isForDevelopment(context)) return false;
  const { site, own } = rendered;
  if (own.recorded !== undefined) return false;
  const { changed, removed } = diff.publication;
  const isSame = previous.changedRead === '' && previous.changedData === '';
  return changed.length + removed.length + site.rebuilt.size === 0 && isSame;
}

/** Pages and data that were reused depend on what was recorded in earlier builds. What has changed since was read again. */
function mergeRecorded({ previous }: BuildContext, site: RenderedSite, own: FilesRun) {
  const key = previous?.key ?? createKey();
  const reads = sealReads(key, site.reads);
  const dataReads = { ...site.dataReads, ...sealReads(key, site.dataReads) };
  return {
    key,
    reads: previous?.changedRead === '' ? mergeReads([previous.reads, reads]) : reads,
    dataReads: previous?.changedData === '' ? mergeDataReads([previous.dataReads, dataReads]) : dataReads,
    filesRun: own.recorded === undefined ? previous?.filesRun : describeRun(key, own.key, own.recorded),
  };
}

/** @param secret with which the environment variables among the reads are hashed */
function describeRun(secret: string, key: string, { reads, dataReads, impureCalls }: Recorded): BuildState['filesRun'] {
  const isImpure = dataReads.isImpure || impureCalls.length > 0;
  return { key, reads: sealReads(secret, mergeReads([reads, dataReads])), isImpure };
}
