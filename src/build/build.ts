import type { HostedSite } from '../api/host.ts';
import { checkHostFiles } from '../check/check-host-files.ts';
import { checkImages } from '../check/check-images.ts';
import { loadEnvironment } from '../config/environment.ts';
import { toHostedSite } from '../hosts/host-files.ts';
import { discoverProject } from '../project/discover.ts';
import { writeRouteTypes } from '../project/route-types.ts';
import { lock } from '../publish/lock.ts';
import { publish } from '../publish/publish.ts';
import { readPublishedFiles, type PublishedFiles } from '../publish/published-files.ts';
import { closeStaging, openStaging } from '../publish/staging.ts';
import { writeHostSettings } from '../publish/write-files.ts';
import { callFileFunctions } from '../render/call-file-functions.ts';
import { createRenderSetup } from '../render/create-setup.ts';
import { addUsedAssets, picturesOf, renderSite } from '../render/render-site.ts';
import type { BuildResult } from '../shared/build-result.ts';
import { waitForAll } from '../shared/concurrency.ts';
import { hasErrors, type Diagnostic } from '../shared/diagnostics.ts';
import { pruneMemo } from '../shared/memo.ts';
import type { Compiled, Project, Target } from '../shared/model.ts';
import { statePaths } from '../shared/paths.ts';
import { uniquePictures } from '../shared/pictures.ts';
import { toOpenPlaceholders } from '../shared/open-placeholders.ts';
import { createWorkFolder, removeFolder } from '../shared/temp-folders.ts';
import { createSite, type Site } from '../site/site.ts';
import { checkBuild, checkWorkers, collectPlaceholders, findPageProblems } from './check-build.ts';
import { checkAddresses } from './check-addresses.ts';
import { compareSites, describeLostPages } from './compare-sites.ts';
import { compileProject } from './compile.ts';
import {
  addCompiled,
  addCopies,
  addGenerated,
  addPictures,
  measurePages,
  measureSite,
  writeOutputs,
} from './fill-site.ts';
import { modeOf, refusePlugAndPlay, resolveOptions, type BuildOptions, type ResolvedOptions } from './options.ts';
import { startTimings, type Timings } from './timings.ts';
import { describeDifferences, verifyReproducible } from './verify-reproducible.ts';
import { startWorkers, type Workers } from './workers.ts';

/**
 * Builds the site into `out`, which changes only if the site has no errors. Every build renders every page, and writes only
 * bytes that differ.
 *
 * @throws {SitegenError} when the build cannot run: an invalid config, no pages, an `out` that sitegen did not create
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  const resolved = resolveOptions(options);
  refusePlugAndPlay();
  const unlock = await lock(resolved.root, resolved.onWait, resolved.signal);
  const restoreEnvironment = loadEnvironment(resolved.root, modeOf(resolved));
  try {
    return await (resolved.verify ? verifyReproducible(resolved, buildOnce) : buildOnce(resolved));
  } finally {
    restoreEnvironment();
    unlock();
  }
}

/**
 * Builds the whole site without publishing it.
 *
 * @param use called with its folder, unless the site has errors
 */
export async function buildAside(
  options: BuildOptions,
  use: (staging: string, site: HostedSite) => Promise<void>,
): Promise<BuildResult> {
  const compareStaging = async (staging: string, site: HostedSite) => {
    await use(staging, site);
    return [];
  };
  const whole = { ...options, dry: true, allowRemovals: true, stagesEverything: true, compareStaging };
  return build(whole);
}

async function buildOnce(options: ResolvedOptions): Promise<BuildResult> {
  const { root, signal } = options;
  signal?.throwIfAborted();
  const timings = startTimings();
  const { project, diagnostics: misnamed } = await timings.time('discover', discoverProject(root));
  const workFolder = await createWorkFolder(root);
  try {
    const workers = startWorkers(options, false);
    try {
      const compiled = await compileProject({ options, project, workFolder, workers, time: timings.time });
      return (await buildSite({ options, project, misnamed, compiled, workers, timings })).result;
    } finally {
      await workers.stop();
    }
  } finally {
    await removeFolder(workFolder);
  }
}

export interface BuildSite {
  readonly options: ResolvedOptions;
  readonly project: Project;
  /** Problems with file names. */
  readonly misnamed: readonly Diagnostic[];
  readonly compiled: Compiled;
  readonly workers: Workers;
  readonly timings: Timings;
}

/** A site, and the result of building it. */
export interface BuiltSite {
  readonly site: Site;
  readonly result: BuildResult;
}

/** False for a preview with another base, whose settings differ from those that are committed. */
function isAsConfigured({ base, out, noindex }: ResolvedOptions): boolean {
  return base === undefined && out === undefined && noindex !== true;
}

/** Runs every step after compiling, in order. `serve` uses it to check the site. */
export async function buildSite(input: BuildSite): Promise<BuiltSite> {
  const { options, project, compiled, workers } = input;
  const { signal, stagesEverything } = options;
  const { config } = compiled;
  await writeRouteTypes(config.root, project.pages);
  workers.limit(config.limits);
  const unlock = await lock(config.out, options.onWait, signal);
  try {
    const staging = await openStaging(config.out);
    try {
      const published = readPublishedFiles(config.out);
      const out = stagesEverything || published === undefined ? undefined : config.out;
      return await fillAndPublish(input, { staging, out }, published);
    } finally {
      await workers.stop(); // until a worker ends, it may write pages to the staging folder
      if (signal?.aborted) await options.beforeCleanup();
      await closeStaging(staging);
    }
  } finally {
    unlock();
  }
}

async function fillAndPublish(
  input: BuildSite,
  target: Target,
  published: PublishedFiles | undefined,
): Promise<BuiltSite> {
  const { options, project, compiled, workers, timings } = input;
  const { config } = compiled;
  const { time } = timings;
  const { site, setup, rendered, siteFiles, unencoded, hostSettings } = await fillSite(input, target);
  const [late, images, hostFiles] = await waitForAll([
    checkWorkers(compiled, project.islands, setup, workers),
    time('images', checkImages({ config, pages: site.pages(), outputs: site.list() })),
    isAsConfigured(options) ? checkHostFiles(config, site.pages(), options.release) : [],
    // If outputs clash, a page may have the name of a folder.
    time('files', site.clashes().length > 0 ? Promise.resolve() : writeOutputs(site, target)),
    time('sizes', measurePages(site, project, { staging: target.staging, published: config.out })),
  ]);
  const checking = { options, project, compiled, site, rendered };
  const onPages = await time('places', findPageProblems({ ...checking, setup, images, locator: workers.locator }));
  const inConfig = toOpenPlaceholders(compiled.placeholders, config.root);
  const placeholders = collectPlaceholders([{ placeholders: inConfig }, ...rendered.finds, ...siteFiles.finds]);
  const found = [...late, ...unencoded, ...hostFiles, ...siteFiles.diagnostics];
  const checked = checkBuild({ ...checking, misnamed: input.misnamed, found, onPages, placeholders });

  const isWhole = !hasErrors(checked);
  if (isWhole) await time('compress', addCopies(site, config, target));
  const hosted = toHostedSite(config, site.pages());
  const differences = isWhole ? await options.compareStaging(target.staging, hosted) : [];
  const { publication, changes, lostPages, facts } = compareSites(config, published, site, placeholders);
  const addresses = checkAddresses(config, options, site, isWhole);
  const unreported = lostPages.filter((page) => !addresses.isReported(page));
  const lost = !isWhole || options.allowRemovals ? [] : describeLostPages(config.out, published, unreported);
  const diagnostics = [...checked, ...describeDifferences(differences, site), ...addresses.diagnostics, ...lost];
  const ok = !hasErrors(diagnostics);
  if (ok && !options.dry) {
    await time('publish', publish(target.staging, config.out, publication, facts));
    if (!options.watching) await writeHostSettings(config.root, hostSettings);
    await pruneMemo(statePaths(config.root).memo);
  }
  const result = {
    ok,
    config,
    diagnostics,
    placeholders,
    pages: site.pages(),
    unpublished: rendered.unpublished,
    changes,
    lostPages,
    addresses: addresses.report,
    sizes: await measureSite(site),
    steps: timings.steps(),
  };
  return { site, result };
}

/** Every step that adds outputs. Pages are written to the staging folder as they are rendered. */
async function fillSite(input: BuildSite, target: Target) {
  const { options, project, compiled, workers, timings } = input;
  const { publishing, onProgress, signal } = options;
  const { config } = compiled;
  const { pool, lister, filesPool } = workers;
  const { time } = timings;
  const site = createSite(project, config);
  addCompiled(site, compiled);
  const setup = createRenderSetup({ project, compiled, target, publishing });
  const rendering = { site, project, compiled, setup, pool, lister, workers: options.workers, onProgress };
  const rendered = await time('render', renderSite(rendering));
  const { problems } = rendered;
  const calling = callFileFunctions({ compiled, project, setup, pages: site.pages(), problems, pool: filesPool });
  const siteFiles = await time('file functions', calling);
  for (const output of siteFiles.outputs) site.add(output);
  addUsedAssets(site, siteFiles.finds); // of the HTML of entries in these files
  const pictures = uniquePictures([...rendered.pictures, ...picturesOf(siteFiles.finds)]);
  const unencoded = await time('pictures', addPictures(site, config, { target, pictures, onProgress, signal }));
  return { site, setup, rendered, siteFiles, unencoded, hostSettings: addGenerated(site, config) };
}
