import { existsSync } from 'node:fs';
import path from 'node:path';
import { completeConfig, type Overrides } from '../config.ts';
import type { Asset, BrowserBundle, BuildResult, Config, Diagnostic, Project } from '../model.ts';
import { CONFIG_FILES } from '../paths.ts';
import { bundleIslands } from './bundle-islands.ts';
import { makeIcons } from './icons.ts';
import { makeSitemap } from './sitemap.ts';
import { bundleServer, bundleStyles, importConfig } from './bundle.ts';
import { checkPages, findDuplicates, findUnknownIslands, refusePlaceholders } from './check-site.ts';
import { type Found, discoverProject } from './discover.ts';
import { addSizes, measureAssets } from './measure-files.ts';
import { mergeProblems } from './merge-problems.ts';
import { type Compiled, makePages } from './make-pages.ts';
import { checkIslands, describeLateFailures, type RenderThreads } from './render.ts';
import { type Stopwatch, startStopwatch } from './stopwatch.ts';
import { compileStyles } from './styles.ts';
import { availableThreads, startThreads } from './threads.ts';
import { copyPublicFiles, openStaging, openWork, publish, removeFolder, writeAssets } from './write.ts';

export interface BuildOptions extends Overrides {
  /** The project's folder. Default: the current one. */
  readonly root?: string;
  /** Whether to leave `out` as it is, and only say what is wrong. */
  readonly dry?: boolean;
  /** Whether a placeholder is an error. */
  readonly release?: boolean;
  /** Told how many of the pages are done. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Ends the build when it is aborted: it throws, and `out` is as it was. */
  readonly signal?: AbortSignal;
  /** Receives what pages print while they are made. */
  readonly onOutput?: (text: string) => void;
}

const PAGE_WORKER = new URL('./page-worker.js', import.meta.url);

/**
 * Builds the site into `out`, which is replaced only when the site has no errors.
 *
 * @throws {SitegenError} when the build cannot be run: a bad config, no pages, an `out` that is not sitegen's
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  const watch = startStopwatch();
  const root = path.resolve(options.root ?? '.');
  const found = await watch.time('discover', discoverProject(root));
  const work = await openWork(root);
  // Threads take long to start: they do it while the sources are compiled.
  const threads: RenderThreads = startThreads(PAGE_WORKER, availableThreads(), options.onOutput ?? (() => {}));
  options.signal?.addEventListener('abort', () => void threads.stop());
  try {
    const compiled = await compileProject(root, found.project, work, options, watch);
    const staging = await openStaging(compiled.config.out);
    try {
      return await makeSite(found, compiled, staging, threads, options, watch);
    } finally {
      await removeFolder(staging);
    }
  } finally {
    await threads.stop();
    await removeFolder(work);
  }
}

/** Everything here waits for something else most of the time, so it all goes side by side. */
async function compileProject(
  root: string,
  project: Project,
  work: string,
  overrides: Overrides,
  { time }: Stopwatch,
): Promise<Compiled> {
  const reading = time('config', readConfig(root, work, overrides));
  const [config, server, islands, styles, icons] = await Promise.all([
    reading,
    reading.then((read) => time('bundle pages', bundleServer(read, project, path.join(work, 'server')))),
    reading.then((read) => time('bundle islands', bundleIslands(read, project.islands))),
    time('styles', makeStyles(reading, root, project)),
    reading.then((read) => time('icons', makeIcons(read, project))),
  ]);
  return { config, server, islands, styles, icons };
}

async function makeSite(
  { project, diagnostics }: Found,
  compiled: Compiled,
  staging: string,
  threads: RenderThreads,
  { dry = false, release = false, onProgress = () => {} }: BuildOptions,
  { time, steps }: Stopwatch,
): Promise<BuildResult> {
  const { config, server, styles, icons } = compiled;
  const { islands, rendered } = await time('render', makePages(project, compiled, staging, threads, onProgress));
  const islandMistakes = await checkIslands(threads, config.root, project, server);
  // What has failed behind the back of all pages is known once nothing runs any more.
  const lateFailures = describeLateFailures(config.root, await threads.stop());
  const { pages, placeholders } = rendered;
  const sitemap = makeSitemap(config, pages, project.publicFiles);
  const assets = [...server.assets, ...islands.assets, ...styles.assets, ...icons.assets, ...sitemap];
  const [css, js] = await Promise.all([
    measureAssets(assets, '.css'),
    measureAssets(assets, '.js'),
    // With a clash of names there is nothing to write, and no page to publish.
    diagnostics.length === 0 && time('files', writeFiles(staging, config, project, assets)),
  ]);
  const cards = pages.flatMap(({ card }) => card ?? []);
  const otherFiles = [...project.publicFiles, ...cards, ...[...assets, ...project.routes].map(({ output }) => output)];
  const onPages = [
    ...rendered.problems,
    ...findUnknownIslands(pages, project.islands),
    ...checkPages({ ...config, pages, otherFiles }),
  ];
  const problems = withoutRepeats([
    ...diagnostics,
    ...[server, islands, styles].flatMap((step) => step.diagnostics),
    ...islandMistakes,
    ...lateFailures,
    ...mergeProblems(onPages),
    ...findDuplicates(pages),
    ...(release ? refusePlaceholders(placeholders) : []),
  ]);
  const ok = problems.every(({ severity }) => severity !== 'error');
  if (ok && !dry) await time('publish', publish(staging, config.out));
  const sizes = { html: addSizes(pages.map(({ size }) => size)), css, js };
  const { sources } = server;
  return { ok, config, diagnostics: problems, placeholders, pages, sizes, sources, steps: steps() };
}

/** A file that is compiled for pages and for the browser has its mistakes in both. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}

async function readConfig(root: string, work: string, overrides: Overrides): Promise<Config> {
  const file = CONFIG_FILES.find((name) => existsSync(path.join(root, name)));
  const written = file === undefined ? undefined : await importConfig(root, file, work);
  return completeConfig(root, file, written, overrides);
}

/** Tailwind does not need the config; the addresses in the stylesheet do. */
async function makeStyles(config: Promise<Config>, root: string, project: Project): Promise<BrowserBundle> {
  const { styles, publicFiles } = project;
  if (styles === undefined) return { assets: [], diagnostics: [] };
  const [{ css, diagnostics }, complete] = await Promise.all([compileStyles(root, styles), config]);
  return css === undefined ? { assets: [], diagnostics } : bundleStyles(complete, css, styles, publicFiles);
}

async function writeFiles(staging: string, config: Config, project: Project, assets: readonly Asset[]): Promise<void> {
  await Promise.all([writeAssets(staging, assets), copyPublicFiles(config.root, project.publicFiles, staging)]);
}
