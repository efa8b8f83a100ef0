import { existsSync } from 'node:fs';
import path from 'node:path';
import { completeConfig, type Overrides } from '../config.ts';
import type {
  Asset,
  BrowserBundle,
  BuildResult,
  Config,
  Diagnostic,
  IslandsBundle,
  Project,
  Route,
  ServerBundle,
} from '../model.ts';
import { CONFIG_FILES } from '../paths.ts';
import { bundleIslands } from './bundle-islands.ts';
import { bundleServer, bundleStyles, importConfig } from './bundle.ts';
import { checkPages, findDuplicates, findUnknownIslands } from './check-site.ts';
import { type Found, discoverProject } from './discover.ts';
import { addSizes, measureAssets } from './measure-files.ts';
import { mergeProblems } from './merge-problems.ts';
import { checkIslands, describeLateFailures, renderPages, type RenderThreads } from './render.ts';
import { type Stopwatch, startStopwatch } from './stopwatch.ts';
import { compileStyles } from './styles.ts';
import { availableThreads, startThreads } from './threads.ts';
import { copyPublicFiles, openStaging, openWork, publish, removeFolder, writeAssets } from './write.ts';
import type { Rendered } from '../tasks.ts';

export interface BuildOptions extends Overrides {
  /** The project's folder. Default: the current one. */
  readonly root?: string;
  /** Told how many of the pages are done. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Ends the build when it is aborted: it throws, and `out` is as it was. */
  readonly signal?: AbortSignal;
  /** Receives what pages print while they are made. */
  readonly onOutput?: (text: string) => void;
}

/** A project in the form in which pages can be made of it. */
interface Compiled {
  readonly config: Config;
  readonly server: ServerBundle;
  readonly islands: IslandsBundle;
  readonly styles: BrowserBundle;
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
  const [config, server, islands, styles] = await Promise.all([
    reading,
    reading.then((read) => time('bundle pages', bundleServer(read, project, path.join(work, 'server')))),
    reading.then((read) => time('bundle islands', bundleIslands(read, project.islands))),
    time('styles', makeStyles(reading, root, project)),
  ]);
  return { config, server, islands, styles };
}

async function makeSite(
  { project, diagnostics }: Found,
  compiled: Compiled,
  staging: string,
  threads: RenderThreads,
  { onProgress = () => {} }: BuildOptions,
  { time, steps }: Stopwatch,
): Promise<BuildResult> {
  const { config, server, styles } = compiled;
  const { islands, rendered } = await time('render', makePages(project, compiled, staging, threads, onProgress));
  const islandMistakes = await checkIslands(threads, config.root, project, server);
  // What has failed behind the back of all pages is known once nothing runs any more.
  const lateFailures = describeLateFailures(config.root, await threads.stop());
  const { pages, placeholders } = rendered;
  const assets = [...server.assets, ...islands.assets, ...styles.assets];
  const [css, js] = await Promise.all([
    measureAssets(assets, '.css'),
    measureAssets(assets, '.js'),
    // With a clash of names there is nothing to write, and no page to publish.
    diagnostics.length === 0 && time('files', writeFiles(staging, config, project, assets)),
  ]);
  const otherFiles = [...project.publicFiles, ...[...assets, ...project.routes].map(({ output }) => output)];
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
  ]);
  const ok = problems.every(({ severity }) => severity !== 'error');
  if (ok) await time('publish', publish(staging, config.out));
  const sizes = { html: addSizes(pages.map(({ size }) => size)), css, js };
  const { sources } = server;
  return { ok, config, diagnostics: problems, placeholders, pages, sizes, sources, steps: steps() };
}

/** Islands that no page holds are not published. Which those are is known only when the pages are there. */
async function makePages(
  project: Project,
  { config, server, islands, styles }: Compiled,
  staging: string,
  threads: RenderThreads,
  onProgress: (done: number, total: number) => void,
): Promise<{ islands: IslandsBundle; rendered: Rendered }> {
  const render = (routes: readonly Route[], bundle: IslandsBundle) => {
    const { href: script, preloads } = bundle;
    const some = { ...project, routes };
    const input = { config, project: some, server, staging, stylesheet: styles.href, script, preloads };
    return renderPages(threads, input, onProgress);
  };
  const rendered = await render(project.routes, islands);
  const used = project.islands.filter(({ name }) => rendered.pages.some((page) => page.islands.includes(name)));
  const hasFailed = rendered.pages.length < project.routes.length || islands.diagnostics.length > 0;
  if (hasFailed || used.length === project.islands.length) return { islands, rendered };
  const fewer = await bundleIslands(config, used);
  const isRedone = new Set(rendered.pages.filter((page) => page.islands.length > 0).map(({ route }) => route.path));
  const again = await render(
    project.routes.filter((route) => isRedone.has(route.path)),
    fewer,
  );
  const newFacts = new Map(again.pages.map((page) => [page.route.path, page]));
  const pages = rendered.pages.map((page) => newFacts.get(page.route.path) ?? page);
  const problems = [...rendered.problems.filter(({ route }) => !isRedone.has(route.path)), ...again.problems];
  return { islands: fewer, rendered: { ...rendered, pages, problems } };
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
