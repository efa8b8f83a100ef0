/** The project as it was compiled once. It is used until one of its inputs changes, by clicks and reloads alike. */
import path from 'node:path';
import { compileProject } from '../build/compile.ts';
import { modeOf, type ResolvedOptions } from '../build/options.ts';
import { startTimings, type Timings } from '../build/timings.ts';
import type { Workers } from '../build/workers.ts';
import { createPagesBundler } from '../compile/bundle-pages.ts';
import { createRunner } from '../compile/components.ts';
import { loadEnvironment } from '../config/environment.ts';
import { discoverProject } from '../project/discover.ts';
import { hasErrors, type Diagnostic } from '../shared/diagnostics.ts';
import type { Compiled, Config, IslandsBundle, Project } from '../shared/model.ts';
import { isWithin } from '../shared/paths.ts';
import { createFolder, createTempFolder, removeFolder } from '../shared/temp-folders.ts';
import { changedSince, stateOfProject } from './project-state.ts';
import type { Sources } from './reuse-islands.ts';

export interface Compilation {
  readonly project: Project;
  /** Problems with file names. */
  readonly misnamed: readonly Diagnostic[];
  readonly compiled: Compiled;
  /** Bundles them once. */
  readonly bundleIslands: () => Promise<IslandsBundle>;
  /** The duration of each step so far. */
  readonly timings: Timings;
  /** When compiling began, in ms (`performance.now()`). */
  readonly begun: number;
  /** True if nothing that it was compiled from has changed. Looking at a thousand files takes about 10 ms. */
  readonly isCurrent: () => boolean;
  readonly hasErrors: () => boolean;
}

export interface CreateCompiler {
  readonly options: ResolvedOptions;
  /** The folder for compiled modules, absolute. It is in the project, so that Node finds the project's packages. */
  readonly folder: string;
  readonly bundleIslands: (config: Config, project: Project, sources: Sources) => Promise<IslandsBundle>;
  /** When the last change was noticed, in ms (`performance.now()`). */
  readonly lastChange: () => number;
}

export interface Compiler {
  /**
   * Compiles the project with the environment variables that its files set now, if it is known to have changed, or if the last
   * compilation had errors. Called once at a time.
   *
   * @param workers of the version that asks
   * @throws {SitegenError} when the config is invalid, or there are no pages
   */
  readonly compile: (workers: Workers) => Promise<Compilation>;
  /** Restores the environment variables. */
  readonly close: () => Promise<void>;
}

/** Earlier compilations may still answer a request, or be checked. */
const MAX_FOLDERS = 5;

export function createCompiler({ options, folder, bundleIslands, lastChange }: CreateCompiler): Compiler {
  const { root } = options;
  let restoreEnvironment = () => {};
  const runner = createRunner();
  const pagesBundler = createPagesBundler(runner);
  let last: Compilation | undefined;
  let workFolders: readonly string[] = [];

  async function compileNow(workers: Workers): Promise<Compilation> {
    const [now, begun] = [Date.now(), performance.now()];
    restoreEnvironment();
    restoreEnvironment = loadEnvironment(root, modeOf(options));
    const timings = startTimings();
    const { project, diagnostics: misnamed } = await timings.time('discover', discoverProject(root));
    await createFolder(folder); // in case the user has removed it
    const workFolder = await createTempFolder(folder, 'version');
    workFolders = [...workFolders, workFolder];
    for (const old of workFolders.slice(0, -MAX_FOLDERS)) await removeFolder(old);
    workFolders = workFolders.slice(-MAX_FOLDERS);
    const { time } = timings;
    const compiled = await compileProject({ options, project, workFolder, workers, time, pagesBundler });
    const { config, inputs, server, styles, icons } = compiled;
    const changes = watchForChanges(config, now);
    changes.add([...config.watch, ...inputs]);
    // What is missing may be in a place that nobody looks at: a package of another folder.
    let hasFailed = [server, styles, icons].some(({ diagnostics }) => hasErrors(diagnostics));
    const bundle = async () => {
      const sources = { begun: now, state: changes.state(), inputs };
      const islands = await timings.time('bundle islands', bundleIslands(config, project, sources));
      changes.add(islands.inputs);
      hasFailed ||= hasErrors(islands.diagnostics);
      return islands;
    };
    let bundling: Promise<IslandsBundle> | undefined;
    return {
      project,
      misnamed,
      compiled,
      bundleIslands: () => (bundling ??= bundle()),
      timings,
      isCurrent: changes.isNone,
      hasErrors: () => hasFailed,
      begun,
    };
  }
  return {
    compile: async (workers) => {
      if (last === undefined || last.begun < lastChange() || last.hasErrors()) last = await compileNow(workers);
      return last;
    },
    close: async () => {
      restoreEnvironment();
      await runner.close();
    },
  };
}

/** @param begun when compiling began, in ms since the epoch */
function watchForChanges({ root, out }: Config, begun: number) {
  const outside = new Set<string>();
  const look = () => stateOfProject(root, out, outside);
  let compiled = look();
  return {
    /** @param inputs absolute */
    add: (inputs: readonly string[]): void => {
      const isWalked = (file: string) =>
        isWithin(root, file) && !isWithin(path.join(root, 'public'), file) && !/[\\/]node_modules[\\/]/.test(file);
      for (const file of inputs) if (!isWalked(file)) outside.add(file);
      compiled = look();
    },
    state: () => compiled,
    isNone: () => changedSince(begun, compiled, look()).length === 0,
  };
}
