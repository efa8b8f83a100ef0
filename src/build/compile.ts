import { existsSync } from 'node:fs';
import path from 'node:path';
import { takePlaceholderCalls } from '../api/placeholder.ts';
import { bundleIslands } from '../compile/bundle-islands.ts';
import { createPagesBundler, type PagesBundler } from '../compile/bundle-pages.ts';
import { readConfig } from '../config/load-config.ts';
import type { Compiled, Config, IslandsBundle, Project, ServerBundle } from '../shared/model.ts';
import { SitegenError, hasCode } from '../shared/errors.ts';
import { readPattern } from '../shared/route-pattern.ts';
import { loadPackage } from '../shared/load-package.ts';
import { CONFIG_FILES } from '../shared/paths.ts';
import { importedIslands } from '../project/find-islands.ts';
import { generateIcons } from '../generate/icons.ts';
import { compileStylesheet } from '../compile/styles/compile-stylesheet.ts';
import type { ResolvedOptions } from './options.ts';
import type { Timings } from './timings.ts';
import type { Workers } from './workers.ts';

export interface CompileProject {
  readonly options: ResolvedOptions;
  readonly project: Project;
  /** The folder for compiled modules, absolute. It is in the project, so that Node finds the project's packages. */
  readonly workFolder: string;
  readonly workers: Workers;
  readonly time: Timings['time'];
  /** Default: for one build */
  readonly pagesBundler?: PagesBundler;
}

/**
 * Reads the config, and compiles pages, islands and the stylesheet. Each part spends most of its time waiting, so all of them
 * run concurrently. A preview bundles islands when a page with an island is requested: see `serve/preview.ts`.
 *
 * @throws {SitegenError} when the config is invalid, or React is not installed
 */
export async function compileProject(input: CompileProject): Promise<Compiled> {
  const { options, project, workFolder, workers, time, pagesBundler = createPagesBundler() } = input;
  const { root } = options;
  requireReact();
  if (mayRunSiteCode(root, project)) options.onSiteCode(true);
  const configured = time('config', readConfig(root, workFolder, options));
  const reading = configured.then(({ config }) => withProject(config, project));
  const pages = reading.then((config) => {
    workers.limit(config.limits);
    const folder = path.join(workFolder, 'server');
    return time('bundle pages', pagesBundler.bundle({ config, project, folder, compileMdx: workers.compileMdx }));
  });
  const styling = { root, workFolder, project, reading, importing: pages };
  const [{ inputs }, placeholders, config, server, islands, styles, icons] = await Promise.all([
    configured,
    configured.then(takePlaceholderCalls),
    reading,
    pages,
    options.watching ? NO_ISLANDS : time('bundle islands', bundleUsedIslands(reading, pages, project)),
    time('styles', compileStylesheet(styling)),
    reading.then((read) => time('icons', generateIcons(read, project))),
  ]);
  options.onSiteCode(false);
  return {
    config,
    inputs: [...inputs, ...server.inputs, ...styles.inputs],
    server,
    islands,
    styles,
    icons,
    placeholders,
  };
}

/** Adds how addresses begin that have the base: see `Prefixes`. */
function withProject(config: Config, { pages, ownFiles }: Project): Config {
  const folders = config.base.split('/').slice(1, -1);
  const isInside = (pattern: string) => {
    const segments = readPattern(pattern);
    const rest = segments.findIndex(({ isRest }) => isRest);
    return folders.every((folder, index) => {
      const { text, name } = segments[rest === -1 ? index : Math.min(index, rest)] ?? {};
      return name !== undefined || text === folder;
    });
  };
  const paths = [...pages.map(({ pattern }) => pattern), ...ownFiles, 'assets'];
  if (folders.length === 0 || !paths.some(isInside)) return config;
  return Object.freeze({ ...config, prefixes: { ...config.prefixes, based: `${config.base}./` } });
}

const NO_ISLANDS: IslandsBundle = { islands: [], preloads: {}, inputs: [], assets: [], diagnostics: [] };

/** True if there is a config or a stylesheet: the code of the config, and of Tailwind plugins, runs in this thread. */
function mayRunSiteCode(root: string, { styles }: Project): boolean {
  return styles !== undefined || CONFIG_FILES.some((name) => existsSync(path.join(root, name)));
}

/** @throws {SitegenError} when the packages that the site renders with are not installed */
function requireReact(): void {
  const missing = ['react', 'react-dom'].filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const names = missing.join(' ');
  throw new SitegenError(`Not installed, but needed to render pages: ${names}.\nTry: npm install ${names}`);
}

function isInstalled(name: string): boolean {
  try {
    return loadPackage.resolve(`${name}/package.json`) !== '';
  } catch (error) {
    if (hasCode(error, 'MODULE_NOT_FOUND')) return false;
    throw error;
  }
}

/** Bundling React is slow, so it starts before we know which islands pages import: nearly always, all of them. */
export async function bundleUsedIslands(
  reading: Promise<Config>,
  compiling: Promise<ServerBundle>,
  project: Project,
): Promise<IslandsBundle> {
  const bundling = reading.then((config) => bundleIslands(config, project.islands));
  const [config, server, all] = await Promise.all([reading, compiling, bundling]);
  const sources = project.pages.map(({ source }) => source);
  const used = server.graph.size === 0 ? project.islands : importedIslands(project, server, sources);
  return used.length === project.islands.length ? all : bundleIslands(config, used);
}
