/** The site while `sitegen serve` watches: each page is rendered on request, from the current sources. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Host } from '../api/host.ts';
import { buildSite, type BuiltSite } from '../build/build.ts';
import { bundleUsedIslands } from '../build/compile.ts';
import type { ResolvedOptions } from '../build/options.ts';
import { startWorkers } from '../build/workers.ts';
import { createDevelopmentIslands } from '../compile/development-islands.ts';
import type { BuildResult } from '../shared/build-result.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Config } from '../shared/model.ts';
import { createWorkFolder, removeFolder } from '../shared/temp-folders.ts';
import { createAnswers, type Answers, type FindAnswer, type FoundAnswer } from './answers.ts';
import { createErrorLog, errorsIn, toShownErrors } from './error-log.ts';
import { describeIslandError, type ScriptError } from './island-errors.ts';
import { createLastCheck } from './last-check.ts';
import type { LiveReload } from './live-reload.ts';
import { createOpener, type Version } from './open-version.ts';
import { reuseIslands } from './reuse-islands.ts';
import { createServedFiles, type ServedFiles } from './served-files.ts';
import { createVersions, type Versions } from './versions.ts';
import type { IncomingMessage } from 'node:http';
import { MAX_DATA_AGE } from '../shared/shared-data.ts';

export interface Preview extends Pick<Answers, 'findSent'>, Pick<ServedFiles, 'sendAsset'> {
  readonly find: FindAnswer;
  /** The config that the server started with. */
  readonly config: Config;
  /** Marks the current version as stale, because something was saved. Later requests wait for a newer one. */
  readonly refresh: () => void;
  /** Resolves once nothing has been requested for a while, or the server closes. */
  readonly untilQuiet: () => Promise<void>;
  /** Describes an error of a script in an open page, if an island threw it. */
  readonly describeScriptError: (failure: ScriptError) => Diagnostic | undefined;
  /** Renders and checks the whole site. The files that need all pages are then up to date, unless it has errors. */
  readonly check: (signal: AbortSignal) => Promise<BuildResult>;
  readonly close: () => Promise<void>;
}

export interface PreviewOptions {
  readonly options: ResolvedOptions;
  /** The host to emulate. Default: only what works on every host. */
  readonly as: Host | undefined;
  readonly liveReload: LiveReload;
  /** Called with the files that each version was compiled from, and the folders that its config names. Absolute. */
  readonly onInputs: (inputs: readonly string[]) => void;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}

/** @throws {SitegenError} when the config is invalid, or there are no pages */
export async function createPreview({ options, as, liveReload, onInputs, closing }: PreviewOptions): Promise<Preview> {
  const { root } = options;
  const folder = await createWorkFolder(root, 'serve');
  const files = createServedFiles(root, folder);
  const lastCheck = createLastCheck(files.folders.checked);
  const errors = createErrorLog(liveReload.show);
  const { during, untilQuiet } = trackRequests(closing);
  const answers = createAnswers(as, files, lastCheck, errors, liveReload);
  let changed = 0;
  const lastChange = () => changed;
  const noteChange = () => {
    changed = performance.now();
  };
  const development = createDevelopmentIslands();
  const bundleIslands = reuseIslands(development.bundle);
  const opener = createOpener({
    options,
    folder,
    lastChange,
    nameOfSources: liveReload.site,
    whenQuiet: (run) => void untilQuiet().then(() => closing.aborted || run()),
    // All islands, so that each keeps its script when a page starts or stops using it.
    bundleIslands: async (config, { islands }, sources) => {
      const bundle = await bundleIslands(config, islands, sources);
      onInputs(bundle.inputs);
      await files.storeAssets(bundle.assets);
      return bundle;
    },
  });
  /** The latest version determines what is shown, including errors. */
  const versions = createVersions(async (): Promise<Version> => {
    try {
      const version = await opener.open();
      const { config, inputs, server, styles, icons } = version.compiled;
      onInputs([...config.watch, ...inputs]);
      const found = [...version.misnamed, ...[server, styles, icons].flatMap((one) => one.diagnostics)];
      errors.setCommon({ message: '', diagnostics: errorsIn(config, found) });
      lastCheck.setHostedSite(config);
      await files.storeAssets([...server.assets, ...styles.assets]);
      return version;
    } catch (error) {
      errors.setCommon(toShownErrors(error));
      throw error;
    }
  });
  const ignore = async () => {};
  /** Opens a version before open pages ask for it. They receive its errors. */
  const prepare = () => versions.use({ since: changed }, ignore, ignore);
  const close = async () => {
    await versions.close();
    await Promise.all([opener.close(), development.close()]);
    await removeFolder(folder);
  };
  try {
    const config = await versions.use({ since: 0 }, async ({ compiled }) => compiled.config);
    const scripts = { root, served: files.folders.assets, out: config.out };
    const find = createFinder(versions, answers, { nameOfSources: liveReload.site, lastChange, noteChange });
    return {
      find: (request, asked) => during(find(request, asked)),
      findSent: answers.findSent,
      sendAsset: (request, response) => {
        void during(Promise.resolve()); // only its time counts: a client may read slowly
        return files.sendAsset(request, response);
      },
      config,
      check: (signal) =>
        versions.use({ since: changed }, async (version) => {
          signal.throwIfAborted();
          const running = { ...options, signal, beforeCleanup: untilQuiet };
          const built = await checkVersion(version, running, files.folders.checked);
          const { config: current } = version.compiled;
          lastCheck.set(built);
          lastCheck.setHostedSite(current);
          errors.setSite(errorsIn(current, built.result.diagnostics));
          return { ...built.result, config: current };
        }),
      close,
      describeScriptError: (failure) => describeIslandError(scripts, failure),
      untilQuiet,
      refresh: () => {
        noteChange();
        if (liveReload.isWatched()) void during(prepare());
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** In ms. */
const QUIET_MS = 100;

/** Lets background work, which takes all processors, wait until pages have been served. @param closing aborted when the server closes */
function trackRequests(closing: AbortSignal) {
  let underWay = 0;
  let answered = 0;
  const isBusy = () => underWay > 0 || performance.now() - answered < QUIET_MS;
  return {
    /** Counts a request that is being answered. */
    during: async <Result>(answer: Promise<Result>): Promise<Result> => {
      underWay += 1;
      try {
        return await answer;
      } finally {
        underWay -= 1;
        answered = performance.now();
      }
    },
    untilQuiet: async (): Promise<void> => {
      do await sleep(QUIET_MS);
      while (isBusy() && !closing.aborted);
    },
  };
}

/**
 * Renders and checks all pages of a version, with the steps of a build.
 *
 * @param out the folder to publish to, absolute
 * @throws when stopped
 */
async function checkVersion(version: Version, options: ResolvedOptions, out: string): Promise<BuiltSite> {
  const { compiled, project, misnamed, timings } = version;
  const running = { ...options, publishing: { at: new Date(), showsAll: true } };
  const workers = startWorkers(running, false);
  try {
    const reading = Promise.resolve(compiled.config);
    const bundling = bundleUsedIslands(reading, Promise.resolve(compiled.server), project);
    const islands = await timings.time('bundle islands', bundling);
    const checked = { ...compiled, islands, config: { ...compiled.config, out } };
    const built = await buildSite({ options: running, project, misnamed, compiled: checked, workers, timings });
    options.signal?.throwIfAborted();
    return built;
  } finally {
    await workers.stop();
  }
}

/** Decides which version of the project answers a request. */

interface Changes {
  /** Identifies the current sources. */
  readonly nameOfSources: () => string;
  /** When the last change was noticed, in ms (`performance.now()`). Versions that were opened before are not used anymore. */
  readonly lastChange: () => number;
  /** Called for a change that the watcher has not noticed. */
  readonly noteChange: () => void;
}

/** Finds files on the disk first, and everything else in a version that is new enough for the request. */
function createFinder(versions: Versions<Version>, answers: Answers, changes: Changes): FindAnswer {
  const { nameOfSources, lastChange, noteChange } = changes;
  let hasOpened = false;

  /** A page that is opened shows the current sources, even if the watcher has missed a change. */
  async function openPage(...[request, asked]: Parameters<FindAnswer>): Promise<FoundAnswer> {
    const begun = performance.now();
    if (isHardReload(request)) noteChange();
    const byLink = isClick(request);
    const mayBeReused = byLink || !hasOpened;
    hasOpened = true;
    const mayReuse = (version: Version) =>
      mayBeReused && !version.hasFailed && begun - version.opened < MAX_DATA_AGE / 2;
    const findIn = (version: Version) => answers.findIn(version, asked, byLink ? begun : undefined);
    const findFailed = async () => answers.findFailed(asked);
    /** @param since the version must have been opened after this, in ms */
    const findNew = (since: number) => versions.use({ since }, findIn, findFailed);

    /** @returns `undefined` if the version is not current */
    const findIfCurrent = async (version: Version): Promise<FoundAnswer | undefined> => {
      if (version.begun < begun && !version.isCurrent()) return undefined;
      const found = await findIn(version);
      // `paths`, which the version has read, may return others by now.
      return found.answer.status === 404 && version.opened < begun ? findNew(begun) : found;
    };
    const found = await versions.use({ since: lastChange(), mayReuse }, findIfCurrent, findFailed);
    if (found !== undefined) return found;
    noteChange();
    return findNew(lastChange()); // the version that was opened for this request uses the old compilation
  }

  return async (request, asked) => {
    const found = answers.findStatic(asked);
    if (found !== undefined) return found;
    // An open page that fetches itself again shows what the watcher has noticed.
    const isOpened = isPageAddress(asked.pathname) && request.headers['x-sitegen-site'] !== nameOfSources();
    if (isOpened) return openPage(request, asked);
    return versions.use(
      { since: lastChange() },
      (version) => answers.findIn(version, asked),
      async () => answers.findFailed(asked),
    );
  };
}

/** Files that pages refer to can be as old as the last change that the watcher noticed. */
function isPageAddress(pathname: string): boolean {
  return !/\.[^/.]+$/.test(pathname) || pathname.endsWith('.html');
}

/** The last resort against anything that is out of date: Ctrl+Shift+R. */
function isHardReload({ headers }: IncomingMessage): boolean {
  return /no-cache/.test(headers['cache-control'] ?? '');
}

/** True for a request by a link. Reloads, the address bar, and programs other than browsers get fresh modules and data. */
function isClick({ headers }: IncomingMessage): boolean {
  const isFromPage = /^(same-origin|same-site|cross-site)$/.test(headers['sec-fetch-site'] ?? '');
  return isFromPage && !/no-cache|max-age=0/.test(headers['cache-control'] ?? '');
}
