/** Builds a part of a site: its pages, and a file of facts for `mergeParts`. */
import path from 'node:path';
import { describeLateFailures } from '../render/describe-failure.ts';
import { mergeProblems } from '../check/merge-problems.ts';
import { publish, type Publication } from '../publish/publish.ts';
import { findOutdated } from '../publish/published-files.ts';
import { createRenderSetup } from '../render/create-setup.ts';
import { renderSite } from '../render/render-site.ts';
import { hasErrors, type Diagnostic } from '../shared/diagnostics.ts';
import { SitegenError } from '../shared/errors.ts';
import type { Compiled, Config } from '../shared/model.ts';
import { exists } from '../shared/temp-folders.ts';
import { createSite } from '../site/site.ts';
import { fingerprintOf } from '../shards/fingerprint.ts';
import { FORMAT, PART_FILE, createPartWriter, type PartHead } from '../shards/part-file.ts';
import { recordPart } from '../shards/record-part.ts';
import type { Shard } from '../shards/shard.ts';
import { compileAnd, createCleanup, openTarget, whileLocked, type BuildSite } from './build.ts';
import { addCompiled } from './fill-site.ts';
import { resolveOptions, type BuildOptions, type ResolvedOptions } from './options.ts';

import sitegen from '../../package.json' with { type: 'json' };

export interface BuildPartOptions extends BuildOptions {
  readonly shard: Shard;
  /** The folder of the part. */
  readonly out: string;
  readonly at: Date;
}

export interface PartResult {
  /** False if a page of the part has errors, which the merge reports with their places, or if nothing could be rendered. */
  readonly ok: boolean;
  readonly config: Config;
  /** Without those that concern several pages: only the merge knows them. */
  readonly diagnostics: readonly Diagnostic[];
  /** The number of pages in the part, and in the site. Absent if there is no part. */
  readonly pages?: { readonly part: number; readonly site: number };
}

/**
 * Renders the pages whose paths fall into a part, and writes them with a file of facts into a folder.
 *
 * @throws {SitegenError} when it cannot run: an invalid config, a folder with anything but a part
 */
export async function buildPart({ shard, ...options }: BuildPartOptions): Promise<PartResult> {
  const resolved = resolveOptions(options);
  return whileLocked(resolved, () => compileAnd(resolved, (input) => renderPart(input, shard)));
}

async function renderPart(input: BuildSite, shard: Shard): Promise<PartResult> {
  const { options, project, misnamed, compiled, workers, timings } = input;
  const { config, server, islands, styles, icons } = compiled;
  const found = [...[server, islands, styles, icons].flatMap(({ diagnostics }) => diagnostics), ...misnamed];
  if (hasErrors(found)) return { ok: false, config, diagnostics: found };
  workers.limit(config.limits);
  const cleanup = createCleanup();
  try {
    await refuseSite(config.out);
    const { target, published } = await openTarget(config, options, cleanup);
    cleanup.defer(workers.stop); // until a worker ends, it may write pages to the staging folder
    const site = createSite(project, config);
    addCompiled(site, compiled);
    const setup = createRenderSetup({ project, compiled, target, publishing: options.publishing });
    const writer = createPartWriter(path.join(target.staging, PART_FILE), config.root);
    cleanup.defer(writer.abandon);
    writer.write(headOf(compiled, options, shard));
    const part = recordPart({ shard, writer, target });
    const { pool, lister } = workers;
    const rendering = { site, project, compiled, setup, pool, lister, keepLinks: false, ...part };
    const rendered = await timings.time(
      'render',
      renderSite({ ...rendering, workers: options.workers, onProgress: options.onProgress }),
    );
    const failures = await Promise.all([lister.finish(), pool.finish()]);
    const late = describeLateFailures(config.root, failures.flat());
    const { files, written, ...pages } = part.end(late);
    await writer.finish();
    const publication: Publication = {
      changed: [...written, PART_FILE],
      kept: files.filter((file) => !written.has(file)),
      removed: published === undefined ? [] : findOutdated(config.out, published, [...files, PART_FILE]),
    };
    await publish(target.staging, config.out, publication, { assetAges: {}, placeholders: [] });
    const diagnostics = [...found, ...rendered.diagnostics, ...mergeProblems(rendered.problems), ...late];
    return { ok: !hasErrors(diagnostics), config, diagnostics, pages };
  } finally {
    await cleanup.run();
  }
}

function headOf(compiled: Compiled, { publishing }: ResolvedOptions, shard: Shard): PartHead {
  return {
    kind: 'head',
    format: FORMAT,
    sitegen: sitegen.version,
    node: process.versions.node,
    at: publishing.at.toISOString(),
    code: fingerprintOf(compiled),
    ...shard,
  };
}

/** A part must not replace the site. */
async function refuseSite(out: string): Promise<void> {
  if (!(await exists(out)) || (await exists(path.join(out, PART_FILE)))) return;
  throw new SitegenError(
    `Cannot write a part to ${out}: the folder exists, and is no part.\nTry: another folder with --out.`,
  );
}
