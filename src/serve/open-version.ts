/** The project as it was compiled once, while `sitegen serve` watches. */
import path from 'node:path';
import { compileProject } from '../build/compile.ts';
import { createPagesBundler } from '../compile/bundle-pages.ts';
import { createRunner } from '../compile/components.ts';
import { modeOf, type ResolvedOptions } from '../build/options.ts';
import { startTimings, type Timings } from '../build/timings.ts';
import { keepSpares, startWorkers } from '../build/workers.ts';
import { loadEnvironment } from '../config/environment.ts';
import { discoverProject } from '../project/discover.ts';
import { createRequestedPages } from '../render/render-requested.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Compiled, Config, IslandsBundle, Project } from '../shared/model.ts';
import { isWithin } from '../shared/paths.ts';
import { createFolder, createTempFolder, removeFolder } from '../shared/temp-folders.ts';
import { changedSince, stateOfProject } from './project-state.ts';
import type { Sources } from './reuse-islands.ts';
import { createServedSite, type ServedSite } from './served-site.ts';

export interface Version {
  readonly project: Project;
  /** Problems with file names. */
  readonly misnamed: readonly Diagnostic[];
  readonly compiled: Compiled;
  readonly site: ServedSite;
  /** The duration of each step so far. */
  readonly timings: Timings;
  /** See `LiveReload.site`. */
  readonly name: string;
  /** When compiling began, in ms (`performance.now()`). */
  readonly opened: number;
  /** True once a page has been rendered with errors, which may depend on earlier renders. */
  hasFailed: boolean;
  /** True if nothing that it was compiled from has changed. */
  readonly isCurrent: () => boolean;
  /** Ends its workers, and removes its modules. */
  readonly close: () => Promise<void>;
}

export interface CreateOpener {
  readonly options: ResolvedOptions;
  /** The folder for compiled modules, absolute. It is in the project, so that Node finds the project's packages. */
  readonly folder: string;
  /** Identifies the current sources. */
  readonly nameOfSources: () => string;
  /** Called once for each version, when a page that may have an island is requested. */
  readonly bundleIslands: (config: Config, project: Project, sources: Sources) => Promise<IslandsBundle>;
}

export interface Opener {
  /**
   * Compiles the project, with the environment variables that its files set now.
   *
   * @throws {SitegenError} when the config is invalid, or there are no pages
   */
  readonly open: () => Promise<Version>;
  /** Restores the environment variables. */
  readonly close: () => Promise<void>;
}

export function createOpener({ options, folder, nameOfSources, bundleIslands }: CreateOpener): Opener {
  const { root } = options;
  let restoreEnvironment = () => {};
  const runner = createRunner();
  const pagesBundler = createPagesBundler(runner);

  async function open(): Promise<Version> {
    const [name, begun, opened] = [nameOfSources(), Date.now(), performance.now()];
    restoreEnvironment();
    restoreEnvironment = loadEnvironment(root, modeOf(options));
    const timings = startTimings();
    const { project, diagnostics: misnamed } = await timings.time('discover', discoverProject(root));
    await createFolder(folder); // in case the user has removed it
    const workFolder = await createTempFolder(folder, 'version');
    const workers = startWorkers(options, true);
    const close = async () => {
      await workers.stop();
      await removeFolder(workFolder);
    };
    try {
      const compiled = await compileProject({ options, project, workFolder, time: timings.time, pagesBundler });
      const { config } = compiled;
      workers.limit(config.limits);
      keepSpares(options, config);
      const changes = watchForChanges(config, begun);
      changes.add([...config.watch, ...compiled.inputs]);
      const bundling = async () => {
        const sources = { begun, state: changes.state(), inputs: compiled.inputs };
        const islands = await timings.time('bundle islands', bundleIslands(config, project, sources));
        changes.add(islands.inputs);
        return islands;
      };
      const { pool, lister } = workers;
      const staging = path.join(workFolder, 'pages');
      await createFolder(staging);
      const publishing = { at: new Date(), showsAll: true };
      const rendering = { project, compiled, pool, lister, staging, publishing, bundleIslands: bundling };
      const site = createServedSite(project, compiled, createRequestedPages(rendering));
      const { isNone: isCurrent } = changes;
      return { project, misnamed, compiled, site, timings, name, opened, hasFailed: false, isCurrent, close };
    } catch (error) {
      await close();
      throw error;
    }
  }
  const close = async () => {
    restoreEnvironment();
    await runner.close();
  };
  return { open, close };
}

/** @param begun when compiling began, in ms since the epoch */
function watchForChanges({ root, out }: Config, begun: number) {
  const outside = new Set<string>();
  const look = () => stateOfProject({ root, out, outside });
  let compiled = look();
  return {
    /** @param inputs absolute. Files of packages do not count, but an install does */
    add: (inputs: readonly string[]): void => {
      const walked = (file: string) => isWithin(root, file) && !isWithin(path.join(root, 'public'), file);
      for (const file of inputs) if (!walked(file) && !/[\\/]node_modules[\\/]/.test(file)) outside.add(file);
      compiled = look();
    },
    state: () => compiled,
    isNone: () => changedSince(begun, compiled, look())?.length === 0,
  };
}
