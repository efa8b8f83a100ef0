import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import sitegen from '../../package.json' with { type: 'json' };
import {
  runBuild,
  runCheck,
  runServe,
  runWhy,
  writeError,
  type BuildFlags,
  type CheckFlags,
  type ServeFlags,
  type SiteFlags,
} from './commands.ts';
import { runDeploy, runVerify, type DeployFlags, type VerifyFlags } from './deploy-commands.ts';
import { DEPLOY_HELP, VERIFY_HELP } from './help.ts';
import { readDestination, type Destination } from '../deploy/s3-url.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { untilStopped, type ExitCode, type World } from './process.ts';

const BASE = 'the path the site lives under (default: "/")';

const EXAMPLES = `
Examples:
  sitegen build                      templates/ and public/ become out/
  sitegen build --base /docs/        for a site at https://example.com/docs/
  sitegen check --release            may it go live? says what is still missing
  sitegen why /contact/              would this page be made again, and why?
  sitegen serve --open               look at it while you write it
  sitegen serve --no-watch           look at exactly what was built
  sitegen serve --as netlify         look at it as Netlify would answer
  sitegen deploy s3://www.example.com --dry-run
                                     what would be uploaded?
  sitegen verify https://www.example.com
                                     is what visitors get what was built?

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
    .option('--force', 'make everything anew, whatever is known of the last build')
    .option('--verify', 'build twice, and publish only what came out the same')
    .option('--json', 'write the result as JSON to stdout')
    .addOption(reporter())
    .option('--quiet', 'say nothing unless something is wrong')
    .action(async (flags: BuildFlags) => {
      code = await untilStopped(world, (signal) => runBuild(flags, world, signal));
    });
  withSiteOptions(program.command('check'))
    .description('say what is wrong with the site, and leave the folder it is written to as it is')
    .option('--release', 'a placeholder that is still there is an error')
    .option('--external', 'ask other sites whether what pages link to is still there')
    .option('--json', 'write the result as JSON to stdout')
    .addOption(reporter())
    .action(async (flags: CheckFlags) => {
      code = await untilStopped(world, (signal) => runCheck(flags, world, signal));
    });
  withSiteOptions(program.command('why'))
    .argument('<path>', 'the address of a page, like /contact/')
    .description('say why a page would be made again, and what it is made of')
    .action(async (path: string, flags: SiteFlags) => {
      code = await untilStopped(world, (signal) => runWhy(path, flags, world, signal));
    });
  withSiteOptions(program.command('serve'))
    .description('make the site, show it, and make it again when a file changes')
    .option('--port <number>', 'default: 3000, or the next free one', toPort)
    .option(
      '--host <name>',
      'the address to listen on; others than this machine see it only if you say so',
      '127.0.0.1',
    )
    .addOption(new Option('--as <host>', 'answer as this host does').choices(Object.keys(HOSTS)))
    .option('--open', 'open it in the browser')
    .option('--no-watch', 'do not look for changes; serve the files of the site byte for byte')
    .action(async (flags: ServeFlags) => {
      code = await runServe(flags, world);
    });
  withFolders(program.command('deploy'))
    .description('upload the site that the last build has made to Amazon S3, or to a service that speaks like it')
    .argument('<destination>', 'a bucket, and a folder in it: s3://bucket/folder', toDestination)
    .option('--base <path>', BASE)
    .option('--dry-run', 'say what would be done, and do nothing')
    .option(
      '--delete',
      'delete what is there and not part of the site; scripts and styles of the last two deploys stay',
    )
    .option(
      '--max-deletes <number>',
      'do nothing at all when more files than these would be deleted',
      within(0, 1e6),
      100,
    )
    .option('--allow-placeholders', 'deploy it even though facts are still missing')
    .option('--endpoint <url>', "of a service other than Amazon's", toEndpoint)
    .option('--region <name>', 'of the bucket (default: what AWS_REGION or the profile says)')
    .option('--invalidate <id>', 'have this distribution of CloudFront forget what has changed')
    .option('--concurrency <number>', 'requests at the same time, up to 64', within(1, 64), 16)
    .option('--json', 'write what was done as JSON to stdout')
    .addHelpText('after', DEPLOY_HELP)
    .action(async (destination: Destination, flags: DeployFlags) => {
      code = await untilStopped(world, (signal) => runDeploy(destination, flags, world, signal));
    });
  withFolders(program.command('verify'))
    .description('say how a live site differs from what the last build has made')
    .argument('<url>', 'where its first page is: https://www.example.com/', toSiteUrl)
    .option('--concurrency <number>', 'requests at the same time, up to 64', within(1, 64), 8)
    .option('--json', 'write the result as JSON to stdout')
    .addHelpText('after', VERIFY_HELP)
    .action(async (url: string, flags: VerifyFlags) => {
      code = await untilStopped(world, (signal) => runVerify(url, flags, world, signal));
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

function withFolders(command: Command): Command {
  return command
    .option('--root <folder>', "the project's folder", '.')
    .option('--out <folder>', 'the folder of the finished site, from the root (default: "out")');
}

function withSiteOptions(command: Command): Command {
  return withFolders(command)
    .option('--base <path>', BASE)
    .option('--workers <number>', 'threads that make pages (default: one for each processor)', toWorkers);
}

function reporter(): Option {
  return new Option('--reporter <name>', 'how problems are told').choices(['text', 'github']).default('text');
}

function toWorkers(text: string): number {
  const workers = Number(text);
  if (Number.isInteger(workers) && workers >= 1 && workers <= 64) return workers;
  throw new InvalidArgumentError('It should be a number from 1 to 64.');
}

function toPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port;
  throw new InvalidArgumentError('It should be a number from 0 to 65535; 0 takes any free one.');
}

function toDestination(text: string): Destination {
  const destination = readDestination(text);
  if (destination !== undefined) return destination;
  throw new InvalidArgumentError('It should be a bucket, with or without a folder: s3://bucket/folder');
}

/** With a slash at its end, as addresses of files are found from there. */
function toSiteUrl(text: string): string {
  const { origin, pathname } = new URL(toEndpoint(text));
  return origin + pathname.replace(/\/?$/, '/');
}

function toEndpoint(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It should be an address like https://s3.example.net.');
}

/** A whole number between two others. */
function within(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (text !== '' && Number.isInteger(number) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It should be a number from ${least} to ${most}.`);
  };
}
