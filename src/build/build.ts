import { collectPlaceholders } from './check-build.ts';
import { loadEnvironment } from '../config/environment.ts';
import type { BuildResult } from '../shared/build-result.ts';
import { waitForAll } from '../shared/concurrency.ts';
import { hasErrors } from '../shared/diagnostics.ts';
import { pruneMemo } from '../shared/memo.ts';
import { statePaths } from '../shared/paths.ts';
import { createWorkFolder, removeFolder } from '../shared/temp-folders.ts';
import { addSizes, measurePages } from '../hosts/file-sizes.ts';
import { lock } from '../publish/lock.ts';
import { encodePictures } from '../generate/encode-pictures.ts';
import { publish } from '../publish/publish.ts';
import { checkImages } from '../check/check-images.ts';
import { readPublishedFiles } from '../publish/published-files.ts';
import { closeStaging, openStaging } from '../publish/staging.ts';
import { writeHostSettings } from '../publish/write-files.ts';
import { checkOutputs } from '../project/check-outputs.ts';
import { discoverProject, type DiscoveredProject } from '../project/discover.ts';
import { writeRouteTypes } from '../project/route-types.ts';
import { callFileFunctions } from '../render/call-file-functions.ts';
import { createRenderSetup } from '../render/create-setup.ts';
import { addUsedFiles, renderSite } from '../render/render-site.ts';
import type { Compiled } from '../shared/model.ts';
import { checkBuild, checkWorkers } from './check-build.ts';
import { compareSites } from './compare-sites.ts';
import { compileProject } from './compile.ts';
import { compressSite, generateFiles } from './generate-files.ts';
import { describeLostPages } from './lost-pages.ts';
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
  refusePlugAndPlay();
  const resolved = resolveOptions(options);
  const unlock = await lock(resolved.root, resolved.onWait, resolved.signal);
  const restoreEnvironment = loadEnvironment(resolved.root, modeOf(resolved));
  try {
    return resolved.verify ? await verifyReproducible(resolved, runSteps) : await runSteps(resolved);
  } finally {
    restoreEnvironment();
    unlock();
  }
}

/** The table of contents: a build compiles the project, and then does everything else. */
async function runSteps(options: ResolvedOptions): Promise<BuildResult> {
  const { root, signal } = options;
  signal?.throwIfAborted();
  const timings = startTimings();
  const cleanup = createCleanup();
  try {
    const discovered = await timings.time('discover', discoverProject(root));
    const workFolder = await createWorkFolder(root);
    cleanup.defer(() => removeFolder(workFolder));
    const workers = startWorkers(options, false);
    cleanup.defer(workers.stop);
    const compiled = await compileProject({ options, project: discovered.project, workFolder, time: timings.time });
    return await buildSite(options, { ...discovered, compiled }, workers, timings);
  } finally {
    await cleanup.run();
  }
}

/** A project that is compiled, and problems with the names of its files. */
export type CompiledProject = DiscoveredProject & { readonly compiled: Compiled };

/** Every step once the project is compiled, in order: also what `serve` does when it checks the site. */
export async function buildSite(
  options: ResolvedOptions,
  { project, diagnostics: misnamed, compiled }: CompiledProject,
  workers: Workers,
  { time, steps }: Timings,
): Promise<BuildResult> {
  const { root, signal } = options;
  const { memo } = statePaths(root);
  const { config } = compiled;
  const { out } = config;
  const cleanup = createCleanup();
  try {
    await writeRouteTypes(root, project.pages);
    workers.limit(config.limits);
    cleanup.defer(await lock(out, options.onWait, signal));
    const staging = await openStaging(out);
    cleanup.defer(async () => {
      if (signal?.aborted) await options.beforeCleanup();
      await closeStaging(staging);
    });
    cleanup.defer(workers.stop); // until it has ended, a worker may write a page there
    const published = readPublishedFiles(out);
    const current = options.stagesEverything || published === undefined ? undefined : out;

    const target = { staging, out: current };
    const { publishing } = options;
    const { pool, lister, filesPool } = workers;
    const setup = createRenderSetup({ project, compiled, target, publishing });
    const rendered = await time(
      'render',
      renderSite({ project, compiled, setup, pool, lister, workers: options.workers, onProgress: options.onProgress }),
    );
    const calling = callFileFunctions({ compiled, project, setup, rendered, pool: filesPool });
    const siteFiles = await time('file functions', calling);
    const site = addUsedFiles(rendered, siteFiles.finds);
    const assets = [...compiled.server.assets, ...site.assets];
    const names = [...misnamed, ...checkOutputs(project, config.trailingSlash)];
    const encoding = encodePictures({ root, ...site, assets, target, memo, signal });
    const pictures = await time('pictures', encoding);
    const [late, files, pages, images] = await waitForAll([
      checkWorkers({ compiled, project, setup, pool, lister }),
      time(
        'files',
        generateFiles({ project, compiled, staging, out: current }, { site, siteFiles, pictures }, !hasErrors(names)),
      ),
      time('sizes', measurePages(project, site, { staging, out })),
      time('images', checkImages({ config, pages: site.pages, assets, publicFiles: project.publicFiles })),
    ]);
    const placeholders = collectPlaceholders([site, ...siteFiles.finds]);
    const problems = checkBuild(
      { options, project, compiled },
      { site: { ...site, pages }, siteFiles, files, placeholders, images },
      [...names, ...late],
    );

    const isPublishable = !hasErrors(problems);
    const copies = isPublishable
      ? await time(
          'compress',
          compressSite(config, { staging, out: current }, [...pages.map(({ route }) => route.output), ...files.all]),
        )
      : { all: [], written: [] };
    const { publication, changes, lostPages, facts } = compareSites(config, published, {
      pages,
      hashed: files.hashed,
      all: [...files.published, ...copies.all],
      written: [...site.written, ...files.written, ...copies.written],
      placeholders,
    });
    const differences = isPublishable ? await options.compareStaging(staging) : [];
    const lost = isPublishable && !options.allowRemovals ? describeLostPages(out, published, lostPages) : [];
    const diagnostics = [...problems, ...describeDifferences(differences, pages), ...lost];
    const ok = !hasErrors(diagnostics);
    if (ok && !options.dry) {
      await time('publish', publish(staging, out, publication, facts));
      if (!options.watching) await writeHostSettings(root, files.hostSettings);
      await pruneMemo(memo);
    }
    return {
      ok,
      config,
      diagnostics,
      placeholders,
      pages,
      unpublished: site.unpublished,
      changes,
      lostPages,
      sizes: { ...files.sizes, html: addSizes(pages.map(({ size }) => size)) },
      graph: compiled.server.graph,
      steps: steps(),
    };
  } finally {
    await cleanup.run();
  }
}

/** Steps that have to run at the end of a build, whether it succeeds or not. */
interface Cleanup {
  readonly defer: (step: () => unknown) => void;
  /** Runs the steps in reverse order. All of them run, even if one throws. */
  readonly run: () => Promise<void>;
}

function createCleanup(): Cleanup {
  const steps: (() => unknown)[] = [];
  const run = async (): Promise<void> => {
    const step = steps.pop();
    if (step === undefined) return;
    try {
      await step();
    } finally {
      await run();
    }
  };
  return { defer: (step) => void steps.push(step), run };
}
