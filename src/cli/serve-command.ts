/** `sitegen serve`, and its output. */
import path from 'node:path';
import { spawn } from 'node:child_process';
import type { HostName } from '../api/host.ts';
import type { BuildResult } from '../shared/build-result.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import { count, formatSummary } from '../shared/format.ts';
import { formatDiagnostics, printableName } from '../shared/format-diagnostic.ts';
import { formatVerbose, toBuildOptions, writeError, type SiteFlags } from './commands.ts';
import { paintFor, stopOutsideSiteCode, type ExitCode, type ProcessContext, type Stopping } from './process.ts';

export interface ServeFlags extends SiteFlags {
  readonly port?: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly as?: HostName;
  readonly open?: true;
  readonly watch: boolean;
  readonly verbose?: true;
}

export async function runServe(flags: ServeFlags, context: ProcessContext): Promise<ExitCode> {
  const { startDevServer } = await import('../serve/dev-server.ts');
  const writeNewProblems = createProblemWriter(context);
  let onSiteCode: Stopping['onSiteCode'] = () => {}; // nothing must be closed before the server runs
  let start = 0; // the time of the first build includes the start of the process
  const server = await startDevServer({
    ...flags,
    allowedHosts: flags.allowHost ?? [],
    build: { ...toBuildOptions(flags, context), onSiteCode: (isRunning) => onSiteCode(isRunning) },
    onServing: (url) => {
      context.stdout.write(`Serving ${url}\n`);
      if (!['127.0.0.1', '::1', 'localhost'].includes(flags.host))
        context.stderr.write(`The site is visible to everyone who can reach ${flags.host}.\n`);
      if (flags.open) openBrowser(url);
    },
    onCheck: () => (start = performance.now()),
    onBuild: (result) => {
      writeNewProblems(result);
      if (flags.verbose) context.stderr.write(formatVerbose(result));
      const out = flags.watch ? undefined : path.relative(context.cwd, result.config.out);
      context.stderr.write(formatSummary(result, out, performance.now() - start, paintFor(context.stderr)));
    },
    openEditor,
    onIslandError: (problem) => void context.stderr.write(formatDiagnostics([problem], paintFor(context.stderr))),
    onNotice: (notice) => void context.stderr.write(`${printableName(notice)}\n`),
    onError: (error) => writeError(error, context),
  });
  if (server === undefined) return 1;
  await new Promise<unknown>((resolve) => {
    onSiteCode = stopOutsideSiteCode(context, resolve);
    onSiteCode(false);
  });
  await server.close();
  return 0;
}

/** @returns a function that prints the problems of a build: errors each time, warnings unless the previous build also had them */
function createProblemWriter({ stderr }: ProcessContext): (result: BuildResult) => void {
  let known: ReadonlySet<string> = new Set();
  return ({ diagnostics }) => {
    const isKnown = (one: Diagnostic) => one.severity === 'warning' && known.has(keyOf(one));
    const repeated = diagnostics.filter(isKnown).length;
    stderr.write(
      formatDiagnostics(
        diagnostics.filter((one) => !isKnown(one)),
        paintFor(stderr),
      ),
    );
    if (repeated > 0) stderr.write(`${count(repeated, 'warning')} as before, not repeated here.\n`);
    known = new Set(diagnostics.map(keyOf));
  };
}

/** Stays the same when lines are added or removed above the problem. */
function keyOf({ code, message, place }: Diagnostic): string {
  return `${code} ${place?.file} ${message}`;
}

/**
 * Opens a file in the user's editor: the one in the environment variable LAUNCH_EDITOR, or one that is running.
 *
 * @param place `/project/templates/pages/contact.tsx:5:10`, absolute
 */
async function openEditor(place: string): Promise<void> {
  const { default: launch } = await import('launch-editor');
  launch(place);
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };

/** Opens an address in the user's browser. A failure is ignored: the address is on the terminal. */
function openBrowser(url: string): void {
  const opener = spawn(OPENERS[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore', detached: true });
  opener.once('error', () => {});
  opener.unref();
}
