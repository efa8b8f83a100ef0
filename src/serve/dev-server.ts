import { existsSync } from 'node:fs';
import path from 'node:path';
import { toHostedSite } from '../hosts/host-files.ts';
import type { HostName } from '../api/host.ts';
import { HOSTS } from '../hosts/hosts.ts';
import type { BuildResult } from '../shared/build-result.ts';
import { formatDiagnostics } from '../shared/format.ts';
import { SitegenError } from '../shared/errors.ts';
import { createSharedData, type SharedData } from '../shared/shared-data.ts';
import { createLiveReload, type LiveReload, type SiteChange } from './live-reload.ts';
import { coalesce } from './coalesce.ts';
import { startServer, type Server } from './http-server.ts';
import { watchProject } from './watch-project.ts';

export interface DevServerOptions {
  /** The project's folder, absolute. */
  readonly root: string;
  readonly port?: number;
  readonly host: string;
  /** The host to emulate. */
  readonly as?: HostName;
  /** Rebuilds when a file changes. */
  readonly watch: boolean;
  /** @param signal aborts the build when the server closes */
  readonly build: (signal: AbortSignal, sharedData: SharedData) => Promise<BuildResult>;
  /** Called after each build that has something to report, including the first. */
  readonly onBuild: (result: BuildResult) => void;
  /** Called when a page asks to open the place of an error, absolute: `/project/templates/pages/contact.tsx:5:10`. */
  readonly openEditor: (place: string) => Promise<void>;
  /** Called before each rebuild. */
  readonly onChange: () => void;
  /** Called for an address that a host would not answer with the page itself. */
  readonly onNotice: (notice: string) => void;
  /** Called when a rebuild cannot run, and for failures of the server and of the watcher. */
  readonly onError: (error: unknown) => void;
}

/** How long `shared` data is kept while no file changes, in ms. */
const SHARED_DATA_AGE = 5 * 60_000;

const RESTART = 'The config has a new `base` or `out`, which the running server cannot apply.\nTry: restart sitegen.';

/**
 * Builds the site, serves it, and rebuilds it when its sources change. After a failed build, the last good site stays.
 *
 * @returns `undefined` when the first build has errors and nothing watches for a fix
 * @throws {SitegenError} when the first build cannot run, or the port is in use
 */
export async function startDevServer(options: DevServerOptions): Promise<Server | undefined> {
  const { root, port, host, as, openEditor, onNotice, onError } = options;
  const closing = new AbortController();
  const since = Date.now();
  const sharedData = createSharedData(SHARED_DATA_AGE);
  const first = await options.build(closing.signal, sharedData);
  options.onBuild(first);
  if (!options.watch && !first.ok) return undefined;
  const { out, base } = first.config;
  const liveReload = options.watch ? createLiveReload({ root, openEditor }) : undefined;
  liveReload?.update(errorsOf(first), 'pages', first.developmentIslands);
  let site = toHostedSite(first.config, first.pages);
  const server = await startServer({
    out,
    base,
    port,
    host,
    as: as && HOSTS[as],
    liveReload,
    site: () => site,
    onNotice,
    onError,
  });
  if (liveReload === undefined) return server;
  let errors = errorsOf(first);
  let building: Promise<unknown> = Promise.resolve();
  const onChange = coalesce(async () => {
    sharedData.clear();
    const { signal } = closing;
    const rebuilding = rebuildSite(options, first.config, liveReload, { errors, sharedData, signal });
    building = rebuilding;
    const rebuilt = await rebuilding;
    errors = rebuilt.errors;
    if (rebuilt.result === undefined) return;
    if (rebuilt.result.ok) site = toHostedSite(rebuilt.result.config, rebuilt.result.pages);
    watch.follow(rebuilt.result.inputs);
  });
  const watch = await watchProject({ root, out, since, onChange, onError });
  watch.follow(first.inputs);
  return {
    ...server,
    close: async () => {
      closing.abort();
      await watch.close();
      await building; // it removes its temporary files
      await server.close();
    },
  };
}

interface RebuildSite {
  /** The errors of the previous build. */
  readonly errors: string;
  readonly sharedData: SharedData;
  readonly signal: AbortSignal;
}

/** @returns errors, and the result if the build could run */
async function rebuildSite(
  { build, onChange, onBuild, onError }: DevServerOptions,
  served: BuildResult['config'],
  liveReload: LiveReload,
  { errors: before, sharedData, signal }: RebuildSite,
): Promise<{ readonly errors: string; readonly result?: BuildResult }> {
  onChange();
  try {
    const result = await build(signal, sharedData);
    const errors = errorsOf(result);
    const change = changeOf(result);
    if (change !== 'nothing' || errors + before !== '') onBuild(result);
    if (result.config.base !== served.base || result.config.out !== served.out) throw new SitegenError(RESTART);
    liveReload.update(errors, change, result.developmentIslands);
    return { errors, result };
  } catch (error) {
    if (signal.aborted) return { errors: before };
    const diagnostics = error instanceof SitegenError ? formatDiagnostics(error.diagnostics, plain) : '';
    const errors = `${(error as Error).message}\n\n${diagnostics}`;
    onError(error);
    liveReload.update(errors, 'nothing');
    return { errors };
  }
}

function changeOf({ ok, config, changes }: BuildResult): SiteChange {
  if (!ok || Object.values(changes).every((addresses) => addresses.length === 0)) return 'nothing';
  const isPublic = (address: string) =>
    !address.endsWith('/') && existsSync(path.join(config.root, 'public', decodeURI(address)));
  return changes.changed.some(isPublic) ? 'files' : 'pages';
}

function errorsOf({ diagnostics }: BuildResult): string {
  return formatDiagnostics(
    diagnostics.filter(({ severity }) => severity === 'error'),
    plain,
  );
}

function plain(_look: string, text: string): string {
  return text;
}
