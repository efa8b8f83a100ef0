import { collectPlaceholders } from '../check/placeholders.ts';
import { loadEnvironment } from '../config/environment.ts';
import type { BuildResult } from '../shared/build-result.ts';
import { waitForAll } from '../shared/concurrency.ts';
import { hasErrors } from '../shared/diagnostics.ts';
import { pruneMemo } from '../shared/memo.ts';
import { statePaths } from '../shared/paths.ts';
import { createWorkFolder, removeFolder } from '../shared/temp-folders.ts';
import { addSizes, measurePages } from '../hosts/file-sizes.ts';
import { describeDevelopmentIslands } from '../compile/development-islands.ts';
import { lock } from '../publish/lock.ts';
import { publish } from '../publish/publish.ts';
import { readPublishedFiles } from '../publish/published-files.ts';
import { closeStaging, openStaging } from '../publish/staging.ts';
import { writeHostSettings } from '../publish/write-files.ts';
import { checkOutputs } from '../project/check-outputs.ts';
import { discoverProject } from '../project/discover.ts';
import { writeRouteTypes } from '../project/route-types.ts';
import { callFileFunctions } from '../render/call-file-functions.ts';
import { renderSite } from '../render/render-site.ts';
import { checkBuild, checkWorkers } from './check-build.ts';
import { createCleanup } from './cleanup.ts';
import { compareSites } from './compare-sites.ts';
import { compileProject } from './compile.ts';
import { compressSite, generateFiles } from './generate-files.ts';
import { modeOf, refusePlugAndPlay, resolveOptions, type BuildOptions, type ResolvedOptions } from './options.ts';
import { startTimings } from './timings.ts';
import { describeDifferences, verifyReproducible } from './verify-reproducible.ts';
import { keepSpares, startWorkers } from './workers.ts';

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

/** The table of contents: every step of a build, in order. */
async function runSteps(options: ResolvedOptions): Promise<BuildResult> {
  const { root, signal } = options;
  signal?.throwIfAborted();
  const { time, steps } = startTimings();
  const cleanup = createCleanup();
  try {
    const { project, diagnostics: misnamed } = await time('discover', discoverProject(root));
    const workFolder = await createWorkFolder(root);
    cleanup.defer(() => removeFolder(workFolder));
    const workers = startWorkers(options);
    cleanup.defer(workers.stop);
    options.onSiteCode(true);
    const compiled = await compileProject({ options, project, workFolder, time });
    options.onSiteCode(false);
    await writeRouteTypes(root, project.pages);

    const { config } = compiled;
    const { out } = config;
    workers.limit(config.limits);
    cleanup.defer(await lock(out, options.onWait, signal));
    const staging = await openStaging(out);
    cleanup.defer(() => closeStaging(staging));
    const published = readPublishedFiles(out);
    const current = options.stagesEverything ? undefined : out;

    const rendering = { ...options, project, compiled, ...workers, staging, out: current };
    const site = await time('render', renderSite(rendering));
    const siteFiles = await time('file functions', callFileFunctions({ compiled, project }, site, workers.filesPool));
    const names = [...misnamed, ...checkOutputs(project, config.trailingSlash)];
    const [late, files, pages] = await waitForAll([
      checkWorkers({ compiled, project, ...workers }),
      time(
        'files',
        generateFiles({ project, compiled, staging, out: current }, { site, siteFiles }, !hasErrors(names)),
      ),
      time('sizes', measurePages(project, site, { staging, out })),
    ]);
    const placeholders = collectPlaceholders([site, siteFiles]);
    const problems = checkBuild(
      { options, project, compiled },
      { site: { ...site, pages }, siteFiles, files, placeholders },
      [...names, ...late],
    );

    const isPublishable = !hasErrors(problems);
    const copies = isPublishable
      ? await time(
          'compress',
          compressSite(config, { staging, out: current }, [...pages.map(({ route }) => route.output), ...files.all]),
        )
      : { all: [], written: [] };
    const { publication, changes, facts } = compareSites(config, published, {
      pages,
      hashed: files.hashed,
      all: [...files.published, ...copies.all],
      written: [...site.written, ...files.written, ...copies.written],
      placeholders,
      isForDevelopment: options.isForDevelopment,
    });
    const differences = isPublishable ? await options.compareStaging(staging) : [];
    const diagnostics = [...problems, ...describeDifferences(differences, pages)];
    const ok = !hasErrors(diagnostics);
    if (ok && !options.dry) {
      await time('publish', publish(staging, out, publication, facts));
      await writeHostSettings(root, files.hostSettings);
      await pruneMemo(statePaths(root).memo);
    }
    if (options.watching) keepSpares(options, config);
    return {
      ok,
      config,
      diagnostics,
      placeholders,
      pages,
      changes,
      sizes: { ...files.sizes, html: addSizes(pages.map(({ size }) => size)) },
      graph: compiled.server.graph,
      inputs: [...compiled.server.inputs, ...compiled.islands.inputs, ...compiled.styles.inputs],
      ...(options.watching && describeDevelopmentIslands(project, compiled)),
      steps: steps(),
    };
  } finally {
    await cleanup.run();
  }
}
