import { collectPlaceholders } from '../check/placeholders.ts';
import type { BuildResult } from '../core/build-result.ts';
import { waitForAll } from '../core/concurrency.ts';
import { hasErrors } from '../core/diagnostics.ts';
import { lock } from '../output/lock.ts';
import { writeHostSettings } from '../output/write-files.ts';
import { checkOutputs } from '../project/check-outputs.ts';
import { discoverProject } from '../project/discover.ts';
import { loadEnvironment } from '../config/environment.ts';
import { writeRouteTypes } from '../project/route-types.ts';
import { runFiles } from '../render/run-files.ts';
import { renderSite } from '../render/render-site.ts';
import { checkBuild, checkWorkers } from './check-build.ts';
import { createCleanup } from './cleanup.ts';
import { compileProject } from './compile.ts';
import { openBuildContext, openCompileContext } from './context.ts';
import { diffBuilds } from './diff-builds.ts';
import { compressSite, generateFiles } from './generate-files.ts';
import { modeOf, refusePlugAndPlay, resolveOptions, type BuildOptions, type ResolvedOptions } from './options.ts';
import { publishBuild } from './publish-build.ts';
import { summarizeBuild } from './summarize-build.ts';
import { startTimings } from './timings.ts';
import { findUnstableInput } from './unstable-input.ts';
import { describeDifferences, verifyReproducible } from './verify-reproducible.ts';

/** How often a build starts again because of files that change while they are read. */
const MAX_ATTEMPTS = 3;

/**
 * Builds the site into `out`, which changes only when the site has no errors. Pages are rendered again only when something
 * they depend on has changed.
 *
 * @throws {SitegenError} when the build cannot run: an invalid config, no pages, an `out` that sitegen did not create
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  refusePlugAndPlay();
  const resolved = resolveOptions(options);
  const unlock = await lock(resolved.root, resolved.onWait, resolved.signal);
  const restoreEnvironment = loadEnvironment(resolved.root, modeOf(resolved));
  try {
    return resolved.verify ? await verifyReproducible(resolved, buildUntilStable) : await buildUntilStable(resolved);
  } finally {
    restoreEnvironment();
    unlock();
  }
}

/** Files that change while they are read make the build start again, so that no two pages show different versions of one. */
async function buildUntilStable(options: ResolvedOptions): Promise<BuildResult> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await runSteps(options, attempt === MAX_ATTEMPTS);
    if (result !== undefined) return result;
  }
}

/**
 * The table of contents: every step of a build, in order.
 *
 * @returns `undefined` when a file changed while it was read, and this is not the last attempt
 */
async function runSteps(options: ResolvedOptions, isLast: boolean): Promise<BuildResult | undefined> {
  options.signal?.throwIfAborted();
  const { time, steps } = startTimings();
  const cleanup = createCleanup();
  try {
    const { project, diagnostics: misnamed } = await time('discover', discoverProject(options.root));
    const compileContext = await openCompileContext(options, project, time, cleanup);
    options.onSiteCode(true);
    const compiled = await compileProject(compileContext);
    options.onSiteCode(false);
    await writeRouteTypes(options.root, project.pages);
    const context = await openBuildContext(compileContext, compiled);
    const names = [...misnamed, ...checkOutputs(project, compiled.config.trailingSlash)];

    const pages = await time('render', renderSite(context));
    const rendered = { ...pages, own: await time('own files', runFiles(context, pages.site)) };
    const unstable = findUnstableInput(context, rendered);
    if (unstable.length > 0 && !isLast) return undefined;
    const [workers, generated] = await waitForAll([
      checkWorkers(context),
      time('files', generateFiles(context, rendered, !hasErrors(names))),
    ]);
    const placeholders = collectPlaceholders(rendered, context);
    const problems = checkBuild(context, rendered, generated, { names, workers, unstable }, placeholders);

    const isPublishable = !hasErrors(problems);
    const files = isPublishable
      ? await time('compress', compressSite(context, pages.site, generated.changed))
      : generated.changed;
    const differences = isPublishable ? await options.compareStaging(context.staging) : [];
    const diagnostics = [...problems, ...describeDifferences(differences, pages.site.pages)];
    const diff = diffBuilds(context, pages.site, files, generated.hashed);
    const result = summarizeBuild(context, rendered, { diagnostics, placeholders, sizes: generated.sizes, diff });
    if (result.ok && !options.dry) {
      await time('publish', publishBuild(context, { rendered, files, diff, result }));
      await writeHostSettings(options.root, generated.hostSettings);
    }
    return { ...result, steps: steps() };
  } finally {
    await cleanup.run();
  }
}
