/** Builds a site from parts that other machines have rendered. */
import path from 'node:path';
import { writePage } from '../render/worker/write-page.ts';
import { withSource } from '../render/list-routes.ts';
import { toFacts } from '../render/render-batch.ts';
import { collectResults, filesOfPage, hasItsPlace, type RenderSite, type RenderedSite } from '../render/render-site.ts';
import { watchHeap } from '../render/watch-heap.ts';
import type { BuildResult } from '../shared/build-result.ts';
import { SitegenError } from '../shared/errors.ts';
import { realPathIfExists } from '../shared/files.ts';
import type { Route } from '../shared/model.ts';
import { isWithin } from '../shared/paths.ts';
import type { PageResult } from '../shared/page-tasks.ts';
import { fingerprintOf } from '../shards/fingerprint.ts';
import { readFileOfPart, readParts, type PartPage, type Parts } from '../shards/read-parts.ts';
import { buildSite, compileAnd, whileLocked } from './build.ts';
import { resolveOptions, type BuildOptions } from './options.ts';

import sitegen from '../../package.json' with { type: 'json' };

export interface MergeOptions extends Omit<BuildOptions, 'at' | 'verify'> {
  /** The folders of all parts, absolute. */
  readonly parts: readonly string[];
}

/**
 * Builds the site: the same bytes and diagnostics as a build on one machine from the same data.
 *
 * @throws {SitegenError} when it cannot run: a part that is missing, damaged or of another commit, and everything that `build` throws
 */
export async function mergeParts({ parts: folders, ...options }: MergeOptions): Promise<BuildResult> {
  const resolved = resolveOptions(options);
  const merge = () =>
    compileAnd(resolved, async (input) => {
      const { root } = resolved;
      refuseOverlap(input.compiled.config.out, folders);
      const expected = { sitegen: sitegen.version, node: process.versions.node, code: fingerprintOf(input.compiled) };
      const parts = await readParts(
        folders.map((folder) => path.resolve(folder)),
        root,
        expected,
      );
      const publishing = { ...resolved.publishing, at: parts.at };
      const render = (rendering: RenderSite) => takePages(rendering, parts);
      const { result } = await buildSite({ ...input, options: { ...resolved, publishing }, render });
      return result;
    });
  return whileLocked(resolved, merge);
}

/** The site would replace a part, or be in it. */
function refuseOverlap(out: string, folders: readonly string[]): void {
  const places = [out, realPathIfExists(out) ?? out];
  const part = folders.find((folder) => {
    const real = realPathIfExists(folder) ?? folder;
    return places.some((place) => isWithin(place, real) || isWithin(real, place));
  });
  if (part !== undefined)
    throw new SitegenError(
      `Cannot write the site to ${out}: the part ${part} is there.\nTry: another folder with --out.`,
    );
}

/** Pages that are added together. */
const BATCH_SIZE = 200;

/** Adds the pages of all parts to the table, in the order of the site, and writes their files to the staging folder. */
async function takePages(rendering: RenderSite, parts: Parts): Promise<RenderedSite> {
  const { site, project, compiled, setup, keepLinks, onProgress } = rendering;
  const { listed, total, finds, late } = parts;
  const collector = collectResults(site, compiled.config, keepLinks);
  const byFile = new Map(project.pages.map((page) => [page.source, page]));
  const pageFileOf = (source: string) => {
    const page = byFile.get(source);
    if (page === undefined) throw new SitegenError(`A part has pages of ${source}, which this project does not have.`);
    return page;
  };
  for (const part of listed) collector.addListed(pageFileOf(part.source), part);
  let batch: PageResult[] = [];
  const addBatch = (): void => {
    collector.addPages(batch);
    batch = [];
  };
  const heap = watchHeap();
  let done = 0;
  try {
    for await (const page of parts.readPages()) {
      if (heap.isFull()) throw heap.describe(done, total);
      const pageFile = pageFileOf(page.route.source);
      const route = withSource(page.route, pageFile);
      if (hasItsPlace(site, pageFile, route) && page.result !== undefined) batch.push(toResult(setup, page, route));
      if (batch.length === BATCH_SIZE) addBatch();
      done += 1;
      if (done % 1000 === 0) onProgress(done, total);
    }
  } finally {
    heap.stop();
  }
  addBatch();
  onProgress(total, total);
  collector.addFinds(finds);
  const rendered = collector.finish();
  return { ...rendered, diagnostics: [...rendered.diagnostics, ...late] };
}

function toResult(setup: RenderSite['setup'], page: PartPage, route: Route): PageResult {
  const { facts: found, ...others } = page.result ?? { problems: [], pictures: [] };
  if (found === undefined) return { ...others, route, written: [] };
  const facts = toFacts(route, found);
  const written = filesOfPage(route, facts).filter((name) => writePage(setup, name, readFileOfPart(page, name)));
  return { ...others, route, facts, written };
}
