import path from 'node:path';
import type { PriorityPages } from '../render/priority-pages.ts';
import { toHostedSite } from '../hosts/host-files.ts';
import type { HostName } from '../api/host.ts';
import { HOSTS } from '../hosts/hosts.ts';
import type { Config } from '../core/model.ts';
import type { BuildResult } from '../core/build-result.ts';
import { formatDiagnostics } from '../core/format.ts';
import { SitegenError } from '../core/errors.ts';
import { isWithin } from '../core/paths.ts';
import { goLive, type Change, type Live } from './live-reload.ts';
import { oneAtATime } from './coalesce.ts';
import { serve, type Server } from './http-server.ts';
import { watchProject } from './watch-project.ts';

export interface PreviewOptions {
  /** The project's folder, absolute. */
  readonly root: string;
  readonly port?: number;
  readonly host: string;
  /** The host that it answers like. */
  readonly as?: HostName;
  /** Whether to build again when a file changes. */
  readonly watch: boolean;
  /** @param signal ends a build that is under way when the preview ends */
  readonly build: (signal: AbortSignal, priorityPages?: PriorityPages) => Promise<BuildResult>;
  /** Told of the first build, too. */
  readonly onBuild: (result: BuildResult) => void;
  /** Told before each build after the first. */
  readonly onChange: () => void;
  /** Told where a host would not answer with the page itself. */
  readonly onNote: (note: string) => void;
  /** Told why a build after the first could not be run, and of faults of the server and of the watch. */
  readonly onError: (error: unknown) => void;
}

const MOVED = 'The config has another `base` or `out` than when the server started.\nTry: start it again.';

/**
 * Builds the site, serves it, and keeps both in step with the sources. A build that fails leaves the last good site.
 *
 * @returns nothing when there is no site to serve, and nobody is about to mend it
 * @throws {SitegenError} when the first build cannot be run, or the port is taken
 */
export async function preview(options: PreviewOptions): Promise<Server | undefined> {
  const ended = new AbortController();
  const first = await options.build(ended.signal);
  options.onBuild(first);
  if (!options.watch && !first.ok) return undefined;
  const { out, base } = first.config;
  const live = options.watch ? goLive(out, base) : undefined;
  live?.update(errorsOf(first), 'everything');
  let site = toHostedSite(first.config, first.pages);
  const { port, host, as, onNote, onError } = options;
  const how = { port, host, live, as: as && HOSTS[as] };
  const server = await serve({ out, base, ...how, site: () => site, onNote, onError });
  if (live === undefined) return server;
  let last: LastBuild = { wrong: errorsOf(first), isSavedSince: false };
  const again = oneAtATime(async () => {
    const before = last;
    last = { ...last, isSavedSince: false };
    const { wrong, result } = await buildAgain(options, first.config, live, ended.signal, before);
    last = { ...last, wrong };
    if (result?.ok === true) site = toHostedSite(result.config, result.pages);
    watch.follow(sourcesOf(result));
  });
  const onFiles = (files: readonly string[]) => {
    if (files.length > 0) last = { ...last, isSavedSince: true };
    again();
  };
  const watch = await watchProject(options.root, onFiles, onError);
  watch.follow(sourcesOf(first));
  return {
    ...server,
    close: async () => {
      ended.abort();
      await watch.close();
      await server.close();
    },
  };
}

/** What somebody who watches knows. */
interface LastBuild {
  /** Errors, or why it could not be run. Empty: nothing. */
  readonly wrong: string;
  /** Whether files have changed since. Else this is another look at them. */
  readonly isSavedSince: boolean;
}

/** @returns what is wrong, and what has come of it if the build could be run */
async function buildAgain(
  { build, onChange, onBuild, onError }: PreviewOptions,
  served: Config,
  live: Live,
  signal: AbortSignal,
  last: LastBuild,
): Promise<{ readonly wrong: string; readonly result?: BuildResult }> {
  // Another look that has found what the last one found is not worth a word.
  const isNews = (wrong: string) => wrong !== last.wrong || (last.isSavedSince && wrong !== '');
  onChange();
  try {
    const result = await build(signal, live.ahead());
    const wrong = errorsOf(result);
    if (isNews(wrong) || changeOf(result) !== 'nothing') onBuild(result);
    if (result.config.base !== served.base || result.config.out !== served.out) throw new SitegenError(MOVED);
    live.update(wrong, changeOf(result));
    return { wrong, result };
  } catch (error) {
    if (signal.aborted) return { wrong: last.wrong };
    const diagnostics = error instanceof SitegenError ? formatDiagnostics(error.diagnostics, plain) : '';
    const wrong = `${(error as Error).message}\n\n${diagnostics}`;
    if (isNews(wrong)) onError(error);
    live.update(wrong, 'nothing');
    return { wrong };
  }
}

/** The files that pages and islands were compiled from or have read, wherever they lie. Absolute. */
function sourcesOf(result: BuildResult | undefined): string[] {
  if (result === undefined) return [];
  const files = [...result.graph.values()].flatMap((modules) => modules.files);
  const read = result.reads.filter((file) => !isWithin(result.config.out, file));
  return [...new Set([...files.map((file) => path.join(result.config.root, file)), ...read])];
}

function changeOf({ ok, config, changes, newStyles }: BuildResult): Change {
  if (!ok || Object.values(changes).every((addresses) => addresses.length === 0)) return 'nothing';
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
