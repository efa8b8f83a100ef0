import { existsSync } from 'node:fs';
import path from 'node:path';
import type { PriorityPages } from '../render/priority-pages.ts';
import { toHostedSite } from '../hosts/host-files.ts';
import type { HostName } from '../api/host.ts';
import { HOSTS } from '../hosts/hosts.ts';
import type { BuildResult } from '../core/build-result.ts';
import { formatDiagnostics } from '../core/format.ts';
import { SitegenError } from '../core/errors.ts';
import { createLiveReload, type LiveReload, type SiteChange } from './live-reload.ts';
import { coalesce } from './coalesce.ts';
import { startServer, type Server } from './http-server.ts';
import { watchProject, type Watch } from './watch-project.ts';
import { findWatched } from '../pipeline/watched-inputs.ts';

export interface DevServerOptions {
  /** The project's folder, absolute. */
  readonly root: string;
  readonly port?: number;
  readonly host: string;
  /** The host to emulate. */
  readonly as?: HostName;
  /** Whether to rebuild when a file changes. */
  readonly watch: boolean;
  /** @param signal aborts the build when the server closes */
  readonly build: (signal: AbortSignal, priorityPages?: PriorityPages) => Promise<BuildResult>;
  /** Called after each build that has something to report, including the first. */
  readonly onBuild: (result: BuildResult) => void;
  /** Called when a page asks for the place of an error, absolute: `/project/templates/pages/contact.tsx:5:10`. */
  readonly openEditor: (place: string) => Promise<void>;
  /** Called before each rebuild. */
  readonly onChange: () => void;
  /** Called for an address that a host would not answer with the page itself. */
  readonly onNotice: (notice: string) => void;
  /** Called when a rebuild cannot run, and for failures of the server and of the watcher. */
  readonly onError: (error: unknown) => void;
}

const RESTART = 'The config has a new `base` or `out`, which the running server cannot apply.\nTry: restart sitegen.';

/**
 * Builds the site, serves it, and rebuilds it when its sources change. After a failed build, the last good site stays.
 *
 * @returns `undefined` when the first build has errors and nothing watches for a fix
 * @throws {SitegenError} when the first build cannot run, or the port is in use
 */
export async function startDevServer(options: DevServerOptions): Promise<Server | undefined> {
  const closing = new AbortController();
  const since = Date.now();
  const first = await options.build(closing.signal);
  options.onBuild(first);
  if (!options.watch && !first.ok) return undefined;
  const { root, openEditor } = options;
  const { out, base } = first.config;
  const liveReload = options.watch ? createLiveReload({ root, out, base, openEditor }) : undefined;
  liveReload?.update(errorsOf(first), 'everything', first.developmentIslands);
  let site = toHostedSite(first.config, first.pages);
  const { port, host, as, onNotice, onError } = options;
  const emulated = as && HOSTS[as];
  const server = await startServer({
    out,
    base,
    port,
    host,
    as: emulated,
    liveReload,
    site: () => site,
    onNotice,
    onError,
  });
  if (liveReload === undefined) return server;
  const watch = await rebuildOnChange(options, { first, since }, liveReload, closing.signal, (result) => {
    site = toHostedSite(result.config, result.pages);
  });
  return {
    ...server,
    close: async () => {
      closing.abort();
      await watch.close();
      await server.close();
    },
  };
}

/** What the terminal shows of the last build. */
interface LastReport {
  /** Errors, or why the build could not run. Empty: none. */
  readonly errors: string;
  /** Whether files have changed since. Otherwise the next build only checks for changes that went unreported. */
  readonly hasChanges: boolean;
}

/**
 * @param since when the first build began, in ms since the epoch
 * @param onSite called with each rebuild that has no errors
 */
async function rebuildOnChange(
  options: DevServerOptions,
  { first, since }: { readonly first: BuildResult; readonly since: number },
  liveReload: LiveReload,
  signal: AbortSignal,
  onSite: (result: BuildResult) => void,
): Promise<Watch> {
  let last: LastReport = { errors: errorsOf(first), hasChanges: false };
  let building: Promise<unknown> = Promise.resolve();
  const requestBuild = coalesce(async () => {
    const before = last;
    last = { ...last, hasChanges: false };
    const begun = Date.now();
    const rebuilding = rebuild(options, first.config, liveReload, signal, before);
    building = rebuilding;
    const { errors, result } = await rebuilding;
    last = { ...last, errors };
    if (result?.ok === true) onSite(result);
    if (result !== undefined) watch.follow(findWatched(result), begun);
  });
  const onFiles = (files: readonly string[]) => {
    if (files.length > 0) last = { ...last, hasChanges: true };
    requestBuild();
  };
  const watch = await watchProject(options.root, since, onFiles, options.onError);
  watch.follow(findWatched(first), since);
  const close = async () => {
    await watch.close();
    await building; // it removes its temporary files
  };
  return { ...watch, close };
}

/** @returns errors, and the result if the build could run */
async function rebuild(
  { build, onChange, onBuild, onError }: DevServerOptions,
  served: BuildResult['config'],
  liveReload: LiveReload,
  signal: AbortSignal,
  last: LastReport,
): Promise<{ readonly errors: string; readonly result?: BuildResult }> {
  // A build without changed files that finds the same errors again is not reported.
  const isNew = (errors: string) => errors !== last.errors || (last.hasChanges && errors !== '');
  onChange();
  try {
    const result = await build(signal, liveReload.priorityPages());
    const errors = errorsOf(result);
    if (isNew(errors) || changeOf(result) !== 'nothing') onBuild(result);
    if (result.config.base !== served.base || result.config.out !== served.out) throw new SitegenError(RESTART);
    liveReload.update(errors, changeOf(result), result.developmentIslands);
    return { errors, result };
  } catch (error) {
    if (signal.aborted) return { errors: last.errors };
    const diagnostics = error instanceof SitegenError ? formatDiagnostics(error.diagnostics, plain) : '';
    const errors = `${(error as Error).message}\n\n${diagnostics}`;
    if (isNew(errors)) onError(error);
    liveReload.update(errors, 'nothing');
    return { errors };
  }
}

function changeOf({ ok, config, changes, newStyles }: BuildResult): SiteChange {
  if (!ok || Object.values(changes).every((addresses) => addresses.length === 0)) return 'nothing';
  const isPublic = (address: string) =>
    !address.endsWith('/') && existsSync(path.join(config.root, 'public', decodeURI(address)));
  if (changes.changed.some(isPublic)) return 'files';
  return newStyles === undefined ? 'everything' : { styles: config.base + newStyles.slice(1) };
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
