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
}

/** A compilation that stays on the disk until it is given back. */
export interface Lent {
  readonly compilation: Compilation;
  readonly giveBack: () => Promise<void>;
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
   * Lends the last compilation, or compiles the project with the environment variables that its files set now: if it is known to
   * have changed, and if the last compilation had errors. Called once at a time.
   *
   * @param workers of the version that asks
   * @throws {SitegenError} when the config is invalid, or there are no pages
   */
  readonly compile: (workers: Workers) => Promise<Lent>;
  /** Restores the environment variables. */
  readonly close: () => Promise<void>;
}

interface Kept extends Compilation {
  /** Its modules, absolute. */
  readonly folder: string;
  /** False if it had errors. */
  readonly mayBeLentAgain: () => boolean;
  users: number;
}

export function createCompiler({ options, folder, bundleIslands, lastChange }: CreateCompiler): Compiler {
  const { root } = options;
  let restoreEnvironment = () => {};
  const runner = createRunner();
  const pagesBundler = createPagesBundler(runner);
  let last: Kept | undefined;

  const removeUnused = async (kept: Kept) => {
    if (kept.users === 0 && kept !== last) await removeFolder(kept.folder);
  };
  async function compileNow(workers: Workers): Promise<Kept> {
    const [now, begun] = [Date.now(), performance.now()];
    restoreEnvironment();
    restoreEnvironment = loadEnvironment(root, modeOf(options));
    const timings = startTimings();
    const { project, diagnostics: misnamed } = await timings.time('discover', discoverProject(root));
    await createFolder(folder); // in case the user has removed it
    const workFolder = await createTempFolder(folder, 'version');
    try {
      const { time } = timings;
      const compiled = await compileProject({ options, project, workFolder, workers, time, pagesBundler });
      const { config, inputs } = compiled;
      const changes = watchForChanges(config, now);
      changes.add([...config.watch, ...inputs]);
      const { server, styles, icons } = compiled;
      // What is missing may be in a place that nobody looks at: a package of another folder.
      let mayBeLentAgain = ![server, styles, icons].some(({ diagnostics }) => hasErrors(diagnostics));
      const bundle = async () => {
        const sources = { begun: now, state: changes.state(), inputs };
        const islands = await timings.time('bundle islands', bundleIslands(config, project, sources));
        changes.add(islands.inputs);
        if (hasErrors(islands.diagnostics)) mayBeLentAgain = false;
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
        mayBeLentAgain: () => mayBeLentAgain,
        begun,
        folder: workFolder,
        users: 0,
      };
    } catch (error) {
      await removeFolder(workFolder);
      throw error;
    }
  }
  return {
    compile: async (workers) => {
      if (last === undefined || last.begun < lastChange() || !last.mayBeLentAgain()) {
        const previous = last;
        last = await compileNow(workers);
        if (previous !== undefined) await removeUnused(previous);
      }
      const compilation = last;
      compilation.users += 1;
      const giveBack = () => {
        compilation.users -= 1;
        return removeUnused(compilation);
      };
      return { compilation, giveBack };
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
  const look = () => stateOfProject({ root, out, outside });
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
    isNone: () => changedSince(begun, compiled, look())?.length === 0,
  };
}
