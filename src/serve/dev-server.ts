import path from 'node:path';
import type { HostName } from '../api/host.ts';
import { build } from '../build/build.ts';
import { resolveOptions, type BuildOptions } from '../build/options.ts';
import { answerOf } from '../hosts/answer.ts';
import { toHostedSite } from '../hosts/host-files.ts';
import { HOSTS, STRICTEST } from '../hosts/hosts.ts';
import type { BuildResult } from '../shared/build-result.ts';
import { hasErrors, type Diagnostic } from '../shared/diagnostics.ts';
import { SitegenError } from '../shared/errors.ts';
import { isWithin } from '../shared/paths.ts';
import { MAX_DATA_AGE, createSharedData } from '../shared/shared-data.ts';
import type { FindAnswer } from './answers.ts';
import { startServer, type Server } from './http-server.ts';
import type { ScriptError } from './island-errors.ts';
import { createLiveReload } from './live-reload.ts';
import { createPreview, type Preview } from './preview.ts';
import { findFile } from './send-file.ts';
import { watchProject } from './watch-project.ts';

export interface DevServerOptions {
  readonly build: BuildOptions & { readonly root: string };
  readonly port?: number;
  readonly host: string;
  /** Other host names to answer to. */
  readonly allowedHosts: readonly string[];
  /** The host to emulate. */
  readonly as?: HostName;
  /** Renders pages from the sources as they are. If not, the site is built once, and served from `out`. */
  readonly watch: boolean;
  /** Called when the server listens. */
  readonly onServing: (url: string) => void;
  /** Called before the site is checked. */
  readonly onCheck: () => void;
  /** Called after each build or check that has something to report. */
  readonly onBuild: (result: BuildResult) => void;
  /** Called when a page asks to open the place of an error, absolute: `/project/templates/pages/contact.tsx:5:10`. */
  readonly openEditor: (place: string) => Promise<void>;
  /** Called once for each error of an island in the browser. */
  readonly onIslandError: (problem: Diagnostic) => void;
  /** Called for an address that a host would not answer with the page itself. */
  readonly onNotice: (notice: string) => void;
  /** Called when the site cannot be checked, and for failures of the server and of the watcher. */
  readonly onError: (error: unknown) => void;
}

/**
 * Serves the site of a project.
 *
 * @returns `undefined` when the site has errors, and nothing watches for a fix
 * @throws {SitegenError} when the site cannot be built, or the port is in use
 */
export async function startDevServer(options: DevServerOptions): Promise<Pick<Server, 'close'> | undefined> {
  return options.watch ? startPreview(options) : startBuilt(options);
}

async function startBuilt(options: DevServerOptions): Promise<Server | undefined> {
  const { port, host, allowedHosts, as: name, onNotice, onError } = options;
  const result = await build({ ...options.build, allowRemovals: true });
  options.onBuild(result);
  if (!result.ok) return undefined;
  const { config, pages } = result;
  const as = name && HOSTS[name];
  const site = toHostedSite(config, pages);
  const find: FindAnswer = async (_request, asked) => {
    const answer = answerOf(as ?? STRICTEST, site, asked, (file) => findFile(config.out, file) !== undefined);
    return { answer, site, ...(answer.file !== undefined && { file: { folder: config.out, name: answer.file } }) };
  };
  const server = await startServer({
    base: config.base,
    port,
    host,
    allowedHosts,
    as,
    find,
    liveReload: undefined,
    onNotice,
    onError,
  });
  options.onServing(server.url);
  return server;
}

async function startPreview(options: DevServerOptions): Promise<Pick<Server, 'close'>> {
  const { port, host, allowedHosts, as: name, openEditor, onNotice } = options;
  const { root } = options.build;
  const as = name && HOSTS[name];
  const closing = new AbortController();
  const onError = (error: unknown) => closing.signal.aborted || options.onError(error);
  const since = Date.now();
  const sharedData = createSharedData(MAX_DATA_AGE / 2);
  const liveReload = createLiveReload(root, openEditor);
  /** The watcher starts after the first version has been compiled. */
  const inputs: string[] = [];
  let follow = (files: readonly string[]): void => void inputs.push(...files);
  const preview = await createPreview({
    options: resolveOptions({ ...options.build, watching: true, sharedData }),
    as,
    liveReload,
    onInputs: (files) => follow(files),
    closing: closing.signal,
  });
  const { base, out } = preview.config;
  const { find, findSent, sendAsset } = preview;
  const reports = createIslandReports(preview.describeScriptError, options.onIslandError);
  const client = { ...liveReload, findSent, sendAsset, onScriptError: reports.add };
  const starting = startServer({ base, port, host, allowedHosts, as, find, liveReload: client, onNotice, onError });
  const server = await starting.catch(async (error: unknown) => {
    await preview.close();
    throw error;
  });
  options.onServing(server.url);

  const checks = createChecks(
    (signal) => checkSite(preview, { onCheck: options.onCheck, onError }, signal),
    options.onBuild,
    onError,
  );
  const watch = await watchProject({
    root,
    out,
    since,
    onChange: (files) => {
      sharedData.clear();
      reports.clear();
      preview.refresh();
      liveReload.refresh(files.some((file) => isWithin(path.join(root, 'public'), file)));
      checks.restart();
    },
    onError,
  });
  ({ follow } = watch);
  follow(inputs);
  checks.restart();
  return {
    close: async () => {
      closing.abort();
      await watch.close();
      await checks.close();
      await server.close();
      await preview.close();
    },
  };
}

/**
 * Checks the site in the background, one check at a time.
 *
 * @param onResult called with a result that differs from the one before, or has errors
 */
function createChecks(
  check: (signal: AbortSignal) => Promise<BuildResult>,
  onResult: (result: BuildResult) => void,
  onError: (error: unknown) => void,
) {
  let current = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let reported: string | undefined; // the first result is always reported

  async function run(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    try {
      const result = await check(signal);
      const problems = JSON.stringify(result.diagnostics);
      const hasChanged =
        problems !== reported || Object.values(result.changes).some((addresses) => addresses.length > 0);
      reported = problems;
      if (hasChanged || hasErrors(result.diagnostics)) onResult(result);
    } catch (error) {
      reported = undefined;
      if (!signal.aborted) onError(error);
    }
  }
  return {
    /** Stops a check that is running, whose result would be outdated, and starts another one. */
    restart: (): void => {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      running = running.then(() => run(signal));
    },
    close: async (): Promise<void> => {
      current.abort();
      await running;
    },
  };
}

/** Renders and checks the whole site, once open pages have received what they requested. */
async function checkSite(
  { config, untilQuiet, check }: Preview,
  { onCheck, onError }: Pick<DevServerOptions, 'onCheck' | 'onError'>,
  signal: AbortSignal,
): Promise<BuildResult> {
  await untilQuiet();
  signal.throwIfAborted();
  onCheck();
  const result = await check(signal);
  if (result.config.base !== config.base) onError(new SitegenError(NEW_BASE));
  return result;
}

const NEW_BASE = 'The config has a new `base`, which the running server cannot apply.\nTry: restart sitegen.';

/** Reports each error of an island once, until the next change. */
function createIslandReports(
  describe: (failure: ScriptError) => Diagnostic | undefined,
  onReport: (problem: Diagnostic) => void,
) {
  const reported = new Set<string>();
  return {
    add: (failure: ScriptError): Diagnostic | undefined => {
      const problem = describe(failure);
      const text = JSON.stringify(problem);
      if (problem !== undefined && !reported.has(text)) onReport(problem);
      reported.add(text);
      return problem;
    },
    clear: () => reported.clear(),
  };
}
