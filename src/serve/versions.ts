/** The project as it is compiled, again and again, while `sitegen serve` runs. */
import path from 'node:path';
import { compileProject } from '../build/compile.ts';
import { modeOf, type ResolvedOptions } from '../build/options.ts';
import { startTimings, type Timings } from '../build/timings.ts';
import { keepSpares, startWorkers } from '../build/workers.ts';
import { loadEnvironment } from '../config/environment.ts';
import { discoverProject } from '../project/discover.ts';
import { createRequestedPages, type RequestedPages } from '../render/render-requested.ts';
import { SitegenError } from '../shared/errors.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Compiled, Config, IslandsBundle, Project } from '../shared/model.ts';
import { createFolder, createTempFolder, removeFolder } from '../shared/temp-folders.ts';

export interface Version {
  readonly project: Project;
  /** Problems with the names of its files. */
  readonly misnamed: readonly Diagnostic[];
  readonly compiled: Compiled;
  readonly pages: RequestedPages;
  /** Of the steps so far. */
  readonly timings: Timings;
  /** Ends its workers, and removes its modules. */
  readonly close: () => Promise<void>;
}

export interface Versions<V> {
  /**
   * Lends a version to a function, until that is done. Callers that wait at the same time share one.
   *
   * @param since the version has everything that was saved before this, in ms (`performance.now()`)
   * @param fail called with the error if the version cannot be opened. Throws it by default
   */
  readonly use: <Result>(
    since: number,
    run: (version: V) => Promise<Result>,
    fail?: (error: unknown) => Promise<Result>,
  ) => Promise<Result>;
  /** Closes all versions. None can be used afterwards. */
  readonly close: () => Promise<void>;
}

interface Loan<V> {
  /** When compiling began, in ms. */
  begun: number;
  users: number;
  readonly version: Promise<V>;
}

/** Opens one version after the other. The latest stays open until the next one has been asked for. */
export function createVersions<V extends Pick<Version, 'close'>>(open: () => Promise<V>): Versions<V> {
  let latest: Loan<V> | undefined;
  let next: Loan<V> | undefined;
  const closing = new Set<Promise<void>>();
  let isClosed = false;

  function close({ version }: Loan<V>): void {
    const closed = version.then(
      (opened) => opened.close(),
      () => {}, // its users have received the error
    );
    closing.add(closed);
    void closed.finally(() => closing.delete(closed));
  }
  function queue(): Loan<V> {
    const previous = latest;
    const begin = async (): Promise<V> => {
      await previous?.version.catch(() => {});
      if (isClosed) throw new SitegenError('The server has been closed.');
      loan.begun = performance.now();
      [latest, next] = [loan, undefined];
      const unused = previous?.users === 0 ? previous : undefined;
      try {
        return await open();
      } finally {
        if (unused !== undefined) close(unused); // not before, because this blocks the thread
      }
    };
    const loan: Loan<V> = { begun: Infinity, users: 0, version: Promise.resolve().then(begin) };
    loan.version.catch(() => {}); // thrown to its users
    return loan;
  }
  return {
    use: async (since, run, fail = (error) => Promise.reject(error)) => {
      const loan = latest !== undefined && latest.begun >= since ? latest : (next ??= queue());
      loan.users += 1;
      try {
        return await loan.version.then(run, fail);
      } finally {
        loan.users -= 1;
        if (loan.users === 0 && loan !== latest) close(loan);
      }
    },
    close: async () => {
      isClosed = true;
      await next?.version.catch(() => {});
      if (latest !== undefined) close(latest);
      await Promise.all(closing);
    },
  };
}

/**
 * Compiles the project, with the environment variables that its files set now.
 *
 * @param folder for compiled modules: absolute, and in the project, so that Node finds its packages
 * @param bundleIslands called once for each version, when a page that may have an island is requested
 * @throws {SitegenError} when the config is invalid, or there are no pages
 */
export function createOpener(
  options: ResolvedOptions,
  folder: string,
  bundleIslands: (config: Config, project: Project) => Promise<IslandsBundle>,
) {
  const { root } = options;
  let restoreEnvironment = () => {};

  const open = async (): Promise<Version> => {
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
      const compiled = await compileProject({ options, project, workFolder, time: timings.time });
      const { pool, lister } = workers;
      workers.limit(compiled.config.limits);
      keepSpares(options, compiled.config);

      const staging = path.join(workFolder, 'pages');
      await createFolder(staging);
      const pages = createRequestedPages(
        { project, compiled, pool, lister, staging, publishing: { at: new Date(), showsAll: true } },
        () => timings.time('bundle islands', bundleIslands(compiled.config, project)),
      );
      return { project, misnamed, compiled, pages, timings, close };
    } catch (error) {
      await close();
      throw error;
    }
  };
  return { open, restoreEnvironment: () => restoreEnvironment() };
}
