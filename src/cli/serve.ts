/** `sitegen serve` */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { HostName } from '../api/host.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { readHostName } from '../serve/check-request.ts';
import type { BuildResult } from '../shared/build-result.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import { count, formatSummary } from '../shared/format.ts';
import { formatDiagnostics, printableName } from '../shared/format-diagnostic.ts';
import { value, writeError, type CliCommand } from './command.ts';
import { integer, toBuildOptions, withSite, withVerbose, type SiteFlags, formatVerbose } from './options.ts';
import { paintFor, type ProcessContext } from './process.ts';

interface ServeFlags extends SiteFlags {
  readonly port?: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly as?: HostName;
  readonly open?: true;
  readonly watch: boolean;
  readonly verbose?: true;
}

const readAllowedHost = value(
  readHostName,
  'Expected a host name such as preview.example.com, or .example.com for all names below it.',
);

export const serve: CliCommand<ServeFlags> = {
  name: 'serve',

  declare: (command) =>
    withVerbose(withSite(command))
      .description('build and serve the site, and rebuild it when files change')
      .option('--port <number>', 'port to listen on (default: 3000, or the next free one)', integer(0, 65535))
      .option('--host <name>', 'address to listen on; 0.0.0.0 exposes the site to the network', '127.0.0.1')
      .option(
        '--allow-host <name>',
        'also answer to this host name; can be repeated',
        (text: string, before: readonly string[] | undefined) => [...(before ?? []), readAllowedHost(text)],
      )
      .addOption(command.createOption('--as <host>', 'answer requests as this host would').choices(Object.keys(HOSTS)))
      .option('--open', 'open the site in the browser')
      .option('--no-watch', 'do not rebuild on changes; serve the built files byte for byte'),

  async run(flags, context) {
    const { stdout, stderr, cwd, stopping } = context;
    const { startDevServer } = await import('../serve/dev-server.ts');
    const writeNewProblems = createProblemWriter(context);
    let isServing = false; // before that, nothing must be closed
    let start = 0; // the time of the first build includes the start of the process
    const server = await startDevServer({
      ...flags,
      allowedHosts: flags.allowHost ?? [],
      build: {
        ...toBuildOptions(flags, context),
        onSiteCode: (isRunning) => isServing && stopping.onSiteCode(isRunning),
      },
      onServing: (url) => {
        stdout.write(`Serving ${url}\n`);
        if (!['127.0.0.1', '::1', 'localhost'].includes(flags.host))
          stderr.write(`The site is visible to everyone who can reach ${flags.host}.\n`);
        if (flags.open) openBrowser(url);
      },
      onCheck: () => (start = performance.now()),
      onBuild: (result) => {
        writeNewProblems(result);
        if (flags.verbose) stderr.write(formatVerbose(result));
        const out = flags.watch ? undefined : path.relative(cwd, result.config.out);
        stderr.write(formatSummary(result, out, performance.now() - start, paintFor(stderr)));
      },
      openEditor,
      onIslandError: (problem) => void stderr.write(formatDiagnostics([problem], paintFor(stderr))),
      onNotice: (notice) => void stderr.write(`${printableName(notice)}\n`),
      onError: (error) => writeError(error, context),
    });
    if (server === undefined) return 1;
    isServing = true;
    stopping.onSiteCode(false);
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
    await server.close();
    return 0;
  },
};

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
