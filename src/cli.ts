import { realpathSync } from 'node:fs';
import path from 'node:path';
import { styleText } from 'node:util';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import sitegen from '../package.json' with { type: 'json' };
import type { Overrides } from './config.ts';
import { hasCode } from './errors.ts';
import type { BuildResult } from './model.ts';
import { formatDiagnostics, formatError, formatJson, formatSummary, type Paint } from './report.ts';

/** What a command is given of the process. */
export interface World {
  readonly cwd: string;
  /** Takes results. */
  readonly stdout: NodeJS.WriteStream;
  /** Takes everything else. */
  readonly stderr: NodeJS.WriteStream;
  /** Calls back when a command that goes on by itself is to end. */
  readonly onStop: (end: () => void) => void;
}

/** 0 done, 1 the site has errors, 2 could not run */
export type ExitCode = 0 | 1 | 2;

interface BuildFlags extends Overrides {
  readonly root: string;
  readonly json?: true;
  readonly quiet?: true;
}

interface ServeFlags extends Overrides {
  readonly root: string;
  readonly port?: number;
  readonly host: string;
  readonly open?: true;
  readonly watch: boolean;
}

const EXAMPLES = `
Examples:
  sitegen build                      templates/ and public/ become out/
  sitegen build --base /docs/        for a site at https://example.com/docs/
  sitegen serve --open               look at it while you write it
  sitegen serve --no-watch           look at exactly what was built

A page is a file: templates/pages/about.tsx answers to /about/.
Exit codes: 0 done, 1 the site has errors, 2 could not run.`;

/**
 * Runs a command line.
 *
 * @param args without the names of Node and of the script
 */
export async function main(args: readonly string[], world: World): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = new Command('sitegen')
    .description('Makes static HTML from React. JavaScript goes only where a page holds an island.')
    .version(sitegen.version)
    .addHelpText('after', EXAMPLES)
    .exitOverride()
    .configureOutput({ writeOut: (text) => world.stdout.write(text), writeErr: (text) => world.stderr.write(text) })
    .showHelpAfterError('Run sitegen --help to see what there is.');
  withSiteOptions(program.command('build'))
    .description('make the site')
    .option('--json', 'write the result as JSON to stdout')
    .option('--quiet', 'say nothing unless something is wrong')
    .action(async (flags: BuildFlags) => {
      code = await runBuild(flags, world);
    });
  withSiteOptions(program.command('serve'))
    .description('make the site, show it, and make it again when a file changes')
    .option('--port <number>', 'default: 3000, or the next free one', toPort)
    .option(
      '--host <name>',
      'the address to listen on; others than this machine see it only if you say so',
      '127.0.0.1',
    )
    .option('--open', 'open it in the browser')
    .option('--no-watch', 'do not look for changes; serve the files of the site byte for byte')
    .action(async (flags: ServeFlags) => {
      code = await runServe(flags, world);
    });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    // Commander has written what it has to say; help and version are no failures.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    writeError(error, world);
    return 2;
  }
}

function withSiteOptions(command: Command): Command {
  return command
    .option('--root <folder>', "the project's folder", '.')
    .option('--out <folder>', 'the folder to write to, from the root (default: "out")')
    .option('--base <path>', 'the path the site lives under (default: "/")');
}

function toPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port;
  throw new InvalidArgumentError('It should be a number from 0 to 65535; 0 takes any free one.');
}

async function runBuild(flags: BuildFlags, world: World): Promise<ExitCode> {
  const { build } = await import('./build/build.ts');
  const result = await build({
    ...inWorld(flags, world),
    ...progressOn(flags.json || flags.quiet ? undefined : world.stderr),
  });
  writeProblems(result, world);
  const ms = performance.now(); // since the process started, which is what its user waits for
  if (flags.json) world.stdout.write(formatJson(result, ms));
  else if (!result.ok) world.stderr.write(formatSummary(result, world.cwd, ms, paintFor(world.stderr)));
  else if (!flags.quiet) world.stdout.write(formatSummary(result, world.cwd, ms, paintFor(world.stdout)));
  return result.ok ? 0 : 1;
}

async function runServe(flags: ServeFlags, world: World): Promise<ExitCode> {
  const [{ build }, { preview }, { openBrowser }] = await Promise.all([
    import('./build/build.ts'),
    import('./serve/preview.ts'),
    import('./serve/open-browser.ts'),
  ]);
  const options = inWorld(flags, world);
  let start = 0; // the first build is counted from the start of the process
  const server = await preview({
    ...flags,
    root: options.root,
    build: (signal) => build({ ...options, signal }),
    onBuild: (result) => {
      writeProblems(result, world);
      world.stderr.write(formatSummary(result, world.cwd, performance.now() - start, paintFor(world.stderr)));
    },
    onChange: () => (start = performance.now()),
    onError: (error) => writeError(error, world),
  });
  if (server === undefined) return 1;
  world.stdout.write(`Serving ${server.url}\n`);
  if (!['127.0.0.1', '::1', 'localhost'].includes(flags.host))
    world.stderr.write(`Everyone who reaches ${flags.host} can see the site.\n`);
  if (flags.open) openBrowser(server.url);
  await new Promise<void>((resolve) => world.onStop(resolve));
  await server.close();
  return 0;
}

/** What the command line says, with the folder it was given in. */
function inWorld({ root, out, base }: BuildFlags | ServeFlags, { cwd, stderr }: World) {
  return {
    root: realFolder(path.resolve(cwd, root)),
    ...(out !== undefined && { out }),
    ...(base !== undefined && { base }),
    onOutput: (text: string) => void stderr.write(text),
  };
}

/** Node tells places in files by their real paths, so a link to the project would hide them. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return folder; // there is no page in it either, which is what is told
    throw error;
  }
}

function writeProblems({ diagnostics }: BuildResult, { stderr }: World): void {
  stderr.write(formatDiagnostics(diagnostics, paintFor(stderr)));
}

function writeError(error: unknown, { stderr }: World): void {
  stderr.write(formatError(error, paintFor(stderr)));
}

/** A line that is overwritten as pages get done, where somebody is watching. */
function progressOn(stream: NodeJS.WriteStream | undefined) {
  if (!stream?.isTTY) return {};
  return {
    onProgress: (done: number, total: number) => {
      stream.clearLine(0);
      stream.cursorTo(0);
      if (done < total) stream.write(`${done} of ${total} pages`);
    },
  };
}

/** Colours only on a terminal, and never against https://no-color.org. */
function paintFor(stream: NodeJS.WriteStream): Paint {
  const hasColours = stream.isTTY && !process.env['NO_COLOR'];
  return (look, text) => (hasColours ? styleText(look, text) : text);
}
