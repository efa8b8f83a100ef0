import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { completeConfig, type Overrides } from '../config.ts';
import type { Asset, BrowserBundle, BuildResult, Config, Project, Rendered, RenderTask } from '../model.ts';
import { CONFIG_FILES } from '../paths.ts';
import { bundleIslands, bundleServer, bundleStyles, importConfig } from './bundle.ts';
import { checkSite } from './check-site.ts';
import { discoverProject } from './discover.ts';
import { addSizes, measureAssets } from './measure-files.ts';
import { diagnoseFailures, renderPages } from './render.ts';
import { startStopwatch } from './stopwatch.ts';
import { compileStyles } from './styles.ts';
import { availableThreads, startThreads, type Threads } from './threads.ts';
import { copyPublicFiles, dropStaging, openStaging, publish, writeAssets } from './write.ts';

export interface BuildOptions extends Overrides {
  /** The project's folder. Default: the current one. */
  readonly root?: string;
  /** Told how many of the pages are done. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Receives what pages print while they are made. */
  readonly onOutput?: (text: string) => void;
}

/** Where a build does its work. Absolute, and removed in the end. */
interface Folders {
  /** In the project, so that compiled modules find its packages. */
  readonly work: string;
  /** Beside `out`. */
  readonly staging: string;
}

/**
 * Builds the site into `out`, which is replaced only when the site has no errors.
 *
 * @throws {SitegenError} when the build cannot be run: a bad config, no pages, an `out` that is not sitegen's
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  const root = path.resolve(options.root ?? '.');
  const work = await openWorkFolder(root);
  const threads = startThreads<RenderTask, Rendered>(
    new URL('./page-worker.js', import.meta.url),
    availableThreads(),
    options.onOutput ?? (() => {}),
  );
  try {
    const config = await readConfig(root, work, options);
    const staging = await openStaging(config.out);
    try {
      return await buildIn({ work, staging }, config, threads, options);
    } finally {
      await dropStaging(staging);
    }
  } finally {
    await threads.stop();
    await rm(work, { recursive: true, force: true });
  }
}

async function buildIn(
  { work, staging }: Folders,
  config: Config,
  threads: Threads<RenderTask, Rendered>,
  { onProgress }: BuildOptions,
): Promise<BuildResult> {
  const { time, steps } = startStopwatch();
  const { project, diagnostics } = await time('discover', discoverProject(config.root));
  const [server, islands, styles] = await Promise.all([
    time('bundle pages', bundleServer(config, project, path.join(work, 'server'))),
    time('bundle islands', bundleIslands(config, project)),
    time('styles', makeStyles(config, project)),
  ]);
  const assets = [...server.assets, ...islands.assets, ...styles.assets];
  const renderInput = { config, project, server, staging, stylesheet: styles.href, script: islands.href };
  const [rendered, css, js] = await Promise.all([
    time('render', renderPages(threads, renderInput, onProgress ?? (() => {}))),
    measureAssets(assets, '.css'),
    measureAssets(assets, '.js'),
    time('files', writeFiles(staging, config, project, assets)),
  ]);
  const otherFiles = [...project.publicFiles, ...[...assets, ...project.routes].map(({ output }) => output)];
  const problems = [
    ...diagnostics,
    ...[server, islands, styles].flatMap((step) => step.diagnostics),
    ...diagnoseFailures(rendered.failures),
    ...checkSite({ ...config, pages: rendered.pages, otherFiles }),
  ];
  const ok = problems.every(({ severity }) => severity !== 'error');
  if (ok) await time('publish', publish(staging, config.out));
  const html = addSizes(rendered.pages.map(({ size }) => size));
  return {
    ok,
    config,
    diagnostics: problems,
    placeholders: rendered.placeholders,
    pages: rendered.pages,
    sizes: { html, css, js },
    steps: steps(),
  };
}

async function openWorkFolder(root: string): Promise<string> {
  const folder = path.join(root, '.sitegen');
  await mkdir(folder, { recursive: true });
  return mkdtemp(path.join(folder, 'build-'));
}

async function readConfig(root: string, work: string, overrides: Overrides): Promise<Config> {
  const file = CONFIG_FILES.find((name) => existsSync(path.join(root, name)));
  const written = file === undefined ? undefined : await importConfig(root, file, work);
  return completeConfig(root, file, written, overrides);
}

async function makeStyles(config: Config, { styles, publicFiles }: Project): Promise<BrowserBundle> {
  if (styles === undefined) return { assets: [], diagnostics: [] };
  const { css, diagnostics } = await compileStyles(config.root, styles);
  return css === undefined ? { assets: [], diagnostics } : bundleStyles(config, css, styles, publicFiles);
}

async function writeFiles(staging: string, config: Config, project: Project, assets: readonly Asset[]): Promise<void> {
  await Promise.all([writeAssets(staging, assets), copyPublicFiles(config.root, project.publicFiles, staging)]);
}
