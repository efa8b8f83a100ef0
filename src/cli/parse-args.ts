import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type Destination, describeDestination, readDestination } from '../deploy/s3-url.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { readHostName } from '../serve/host-names.ts';
import { toIsoDate } from '../shared/iso-date.ts';
import { INIT_HOSTS, TEMPLATES, type TemplateName } from '../init/choices.ts';
import { printable } from '../shared/format-diagnostic.ts';
import { suggestName } from '../shared/suggest-name.ts';
import { runBuild, runCheck, writeError, type BuildFlags, type CheckFlags } from './commands.ts';
import { runServe, type ServeFlags } from './serve-command.ts';
import { runDiff, type DiffFlags } from './diff-command.ts';
import { runDeploy, runVerify, type DeployFlags, type VerifyFlags } from './deploy-commands.ts';
import { runAddresses, type AddressesFlags } from './addresses-command.ts';
import { VERSION_LINE, runInfo, type InfoFlags } from './info-command.ts';
import { runInit, type InitFlags } from './init-command.ts';
import { runUntilStopped, type ExitCode, type ProcessContext, separateOutput } from './process.ts';

export { replaceNodeWarnings } from '../shared/site-output.ts';
export { formatCrash } from '../shared/format.ts';

/** The arguments for registering a command. */
interface Registration {
  readonly program: Command;
  readonly context: ProcessContext;
  /** Takes a command's exit code. */
  readonly finish: (code: Promise<ExitCode>) => Promise<void>;
}

const VERBOSE = 'print how long each step took';

/** In the order of `--help`. */
const COMMANDS = [
  addInit,
  addBuild,
  addServe,
  addCheck,
  addDiff,
  addDeploy,
  addVerify,
  addAddresses,
  addInfo,
];

/**
 * Runs a command line.
 *
 * @param args without the names of Node and of the script
 */
export async function main(args: readonly string[], processContext: ProcessContext): Promise<ExitCode> {
  const context = separateOutput(processContext, args.includes('--json'));
  let code: ExitCode = 0;
  const program = new Command('sitegen')
    .description('Builds static HTML from React. Only pages with islands load JavaScript.')
    .version(VERSION_LINE)
    .addHelpText('after', MAIN_HELP)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(printable(withoutPasswords(text))),
    })
    .showHelpAfterError('Run sitegen --help for usage.');
  const finish = async (result: Promise<ExitCode>) => void (code = await result);
  for (const add of COMMANDS) add({ program, context, finish });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    // Commander has printed its error; --help and --version also end like this, with exit code 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    writeError(error, context);
    return 2;
  }
}

function addInit({ program, context, finish }: Registration): void {
  program
    .command('init')
    .description('create a new project')
    .argument('[folder]', 'folder of the project, created if it does not exist', '.')
    .option('--template <name>', 'what to start from', readTemplate, 'minimal')
    .addOption(new Option('--for <host>', 'add the settings of the host that will publish it').choices(INIT_HOSTS))
    .addHelpText('after', INIT_HELP)
    .action((folder: string, flags: InitFlags) => finish(runInit(folder, flags, context)));
}

function addBuild({ program, context, finish }: Registration): void {
  withSiteOptions(program.command('build'))
    .description('build the site')
    .addOption(at())
    .option('--verify', 'build twice, and publish only if both builds are identical')
    .option('--noindex', 'ask search engines to leave out every page, as for a preview')
    .addOption(strict())
    .addOption(allowRemovals())
    .option('--json', 'print the result as JSON')
    .addOption(reporter())
    .option('--quiet', 'print nothing unless there are problems')
    .option('--verbose', VERBOSE)
    .action((flags: BuildFlags) => finish(runUntilStopped(context, (stopping) => runBuild(flags, context, stopping))));
}

function addCheck({ program, context, finish }: Registration): void {
  withSiteOptions(program.command('check'))
    .description('check the site for problems without changing the output folder')
    .addOption(at())
    .option('--release', 'report open placeholders as errors')
    .option('--external', 'check links to other sites, too')
    .addOption(strict())
    .addOption(allowRemovals())
    .option('--json', 'print the result as JSON')
    .addOption(reporter())
    .action((flags: CheckFlags) => finish(runUntilStopped(context, (stopping) => runCheck(flags, context, stopping))));
}

function addServe({ program, context, finish }: Registration): void {
  withSiteOptions(program.command('serve'))
    .description('build and serve the site, and rebuild it when files change')
    .option('--port <number>', 'port to listen on (default: 3000, or the next free one)', parse(integer(0, 65535)))
    .option('--host <name>', 'address to listen on; 0.0.0.0 exposes the site to the network', '127.0.0.1')
    .option('--allow-host <name>', 'also answer to this host name; can be repeated', addTo(parse(HOST_NAME)))
    .addOption(new Option('--as <host>', 'answer requests as this host would').choices(Object.keys(HOSTS)))
    .option('--open', 'open the site in the browser')
    .option('--verbose', VERBOSE)
    .option('--no-watch', 'do not rebuild on changes; serve the built files byte for byte')
    .action((flags: ServeFlags) => finish(runServe(flags, context)));
}

function addDiff({ program, context, finish }: Registration): void {
  withSiteOptions(program.command('diff'))
    .description('show how the site changes for readers')
    .argument('[before]', 'a commit, or the folder of a built site (default: the last build)')
    .addOption(at())
    .option('--json', 'print the result as JSON')
    .addOption(
      new Option('--reporter <name>', 'print text, or Markdown for a pull request')
        .choices(['text', 'markdown'])
        .default('text'),
    )
    .option('--exit-code', 'exit with 1 if there are differences')
    .addHelpText('after', DIFF_HELP)
    .action((before: string | undefined, flags: DiffFlags) =>
      finish(runUntilStopped(context, (stopping) => runDiff(before, flags, context, stopping))),
    );
}

function addDeploy({ program, context, finish }: Registration): void {
  withFolders(program.command('deploy'))
    .description('upload the last build to Amazon S3 or an S3-compatible service')
    .argument('<destination>', 'bucket, with or without a folder: s3://bucket/folder', parse(DESTINATION))
    .addOption(base())
    .option('--dry-run', 'print what would change, and change nothing')
    .option('--delete', 'delete files of earlier deploys that have left the site; keeps recent scripts and styles')
    .option('--max-deletes <number>', 'abort if more files than this would be deleted', parse(integer(0, 1e6)), 100)
    .option('--invalidate <id>', 'CloudFront distribution in which to invalidate changed paths')
    .addOption(concurrency(16))
    .option('--endpoint <url>', 'endpoint of an S3-compatible service', parse(WEB_ADDRESS))
    .option('--region <name>', 'region of the bucket (default: from AWS_REGION or the profile)')
    .option('--json', 'print the result as JSON')
    .option('--allow-placeholders', 'deploy even if the site has open placeholders')
    .addHelpText('after', DEPLOY_HELP)
    .action((destination: Destination, flags: DeployFlags) =>
      finish(runUntilStopped(context, (stopping) => runDeploy(destination, flags, context, stopping))),
    );
}

function addVerify({ program, context, finish }: Registration): void {
  withFolders(program.command('verify'))
    .description('compare a live site with the last build')
    .argument('<url>', 'address of the home page: https://www.example.com/', parse(SITE_ADDRESS))
    .addOption(concurrency(8))
    .option('--json', 'print the result as JSON')
    .addHelpText('after', VERIFY_HELP)
    .action((url: string, flags: VerifyFlags) =>
      finish(runUntilStopped(context, (stopping) => runVerify(url, flags, context, stopping))),
    );
}

function addAddresses({ program, context, finish }: Registration): void {
  withSiteOptions(program.command('addresses'))
    .description('compare the addresses of the site with addresses.txt, the list of all that the public has seen')
    .option('--write', 'add new addresses to the list')
    .option('--from <source>', 'add the addresses of a folder of HTML files, a _redirects file or another list')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', ADDRESSES_HELP)
    .action((flags: AddressesFlags) =>
      finish(runUntilStopped(context, (stopping) => runAddresses(flags, context, stopping))),
    );
}

function addInfo({ program, context, finish }: Registration): void {
  withSiteOptions(program.command('info'))
    .argument('[path]', 'path of a page, such as /contact/')
    .description('print versions and the complete config, for bug reports; or what is known about a page')
    .option('--json', 'print the result as JSON')
    .action((address: string | undefined, flags: InfoFlags) =>
      finish(runUntilStopped(context, (stopping) => runInfo(address, flags, context, stopping))),
    );
}

function withFolders(command: Command): Command {
  return command
    .option('--root <folder>', 'project folder', '.')
    .option('--out <folder>', 'output folder, from the project folder (default: "out")');
}

function withSiteOptions(command: Command): Command {
  return withFolders(command)
    .addOption(base())
    .option(
      '--workers <number>',
      'rendering threads, up to 64 (default: one for each processor)',
      parse(integer(1, 64)),
    );
}

function at(): Option {
  const description = 'publish pages whose `publishAt` is not after this date (default: now)';
  return new Option('--at <date>', description).argParser(parse(DATE));
}

function base(): Option {
  return new Option('--base <path>', 'path the site is served under (default: "/")');
}

function strict(): Option {
  return new Option('--strict', 'report warnings as errors');
}

function allowRemovals(): Option {
  return new Option('--allow-removals', 'allow more than half of the published pages to be removed');
}

function reporter(): Option {
  const description = 'print problems as text or as GitHub annotations';
  return new Option('--reporter <name>', description).choices(['text', 'github']).default('text');
}

function concurrency(byDefault: number): Option {
  return new Option('--concurrency <number>', 'simultaneous requests, up to 64')
    .argParser(parse(integer(1, 64)))
    .default(byDefault);
}

function parse<Value>({ read, expected }: OptionValue<Value>): (text: string) => Value {
  return (text) => {
    const value = read(text);
    if (value === undefined) throw new InvalidArgumentError(typeof expected === 'string' ? expected : expected(text));
    return value;
  };
}

/** An argument that commander repeats in a message, such as `--endpoint ftp://user:secret@s3.example.net`. */
function withoutPasswords(text: string): string {
  return text.replaceAll(/\/\/[^\s/@]*@/g, '//');
}

/** For an option that can be repeated. */
function addTo<Value>(read: (text: string) => Value): (text: string, before?: readonly Value[]) => Value[] {
  return (text, before = []) => [...before, read(text)];
}

function readTemplate(text: string): TemplateName {
  const names = Object.keys(TEMPLATES) as TemplateName[];
  const name = names.find((one) => one === text);
  if (name !== undefined) return name;
  const meant = suggestName(text, names);
  const advice = meant === undefined ? '' : `Did you mean "${meant}"? `;
  throw new InvalidArgumentError(`${advice}Templates are ${names.join(', ')}.`);
}

const MAIN_HELP = `
Examples:
  sitegen init my-site               create a project
  sitegen build                      build templates/ and public/ into out/
  sitegen build --base /docs/        build for https://example.com/docs/
  sitegen build --base /previews/x/ --noindex
                                     build a preview that search engines leave out
  sitegen check --release            check whether the site is ready to go live
  sitegen addresses --write          record the addresses of the site, so that none is lost
  sitegen info /contact/             show a page's modules and islands
  sitegen serve --open               develop with live reload
  sitegen serve --no-watch           preview exactly what was built
  sitegen serve --as netlify         preview the site as Netlify would serve it
  sitegen diff HEAD                  show how the site differs from the last commit
  sitegen deploy s3://www.example.com --dry-run
                                     list what would be uploaded
  sitegen verify https://www.example.com
                                     compare the live site with the last build

Each file in templates/pages is a page: templates/pages/about.tsx is served at /about/.
Exit codes: 0 success, 1 the site has errors, 2 the command could not run.`;

const INIT_HELP = `
Templates:
${Object.entries(TEMPLATES)
  .map(([name, { description }]) => `  ${name.padEnd(13)}${description}`)
  .join('\n')}

Writes package.json, tsconfig.json, .gitignore, a README, a GitHub workflow and the files of the template. Nothing is installed, and
no existing file is overwritten. With --for, the README explains how to publish the site.`;

const DIFF_HELP = `
Examples:
  sitegen diff                           compare the last build with the files as they are now
  sitegen diff HEAD                      compare the last commit with them
  sitegen diff origin/main --reporter markdown
                                         write a comment for a pull request
  sitegen diff ../other/out --exit-code  compare another folder; fail if there are differences

Builds the site without publishing it, and a commit in a temporary worktree with the packages of this project. The same
change on many pages is printed once.
Exit codes: 0 done, 1 the site has errors, or differences with --exit-code, 2 the command could not run.`;

const DEPLOY_HELP = `
Examples:
  sitegen deploy s3://www.example.com --dry-run   list what would be uploaded
  sitegen deploy s3://www.example.com             upload new and changed files, assets before pages
  sitegen deploy s3://www.example.com --delete    also delete its files that have left the site
  sitegen deploy s3://example/docs                deploy a site with the base /docs/
  sitegen deploy s3://www.example.com --endpoint https://s3.example.net

Requires the package @aws-sdk/client-s3. Credentials and region come from the usual AWS settings: AWS_ACCESS_KEY_ID and
AWS_SECRET_ACCESS_KEY, AWS_PROFILE, AWS_REGION. The required permissions are listed in docs/deploy.md.
An interrupted deploy can be run again and continues where it stopped.
Exit codes: 0 success, 1 the site has open placeholders, 2 the command could not run.`;

const VERIFY_HELP = `
Requests every file of the site and compares its status, contents, type and caching headers. Also requests redirects, and an
address that does not exist, which must return 404.
Exit codes: 0 no differences, 1 differences found, 2 the command could not run.`;

const ADDRESSES_HELP = `
Examples:
  sitegen addresses                          list new and lost addresses, and change nothing
  sitegen addresses --write                  record the addresses of the site, after a deploy
  sitegen addresses --from ../old/public     before a move: record what the old site has
  sitegen addresses --from old-urls.txt      the same, from a list with one address a line

Commit addresses.txt. While it exists, each build reports an address in it that no page, file or redirect answers.
Exit codes: 0 no address is lost, 1 addresses are lost or the site has errors, 2 the command could not run.`;

interface OptionValue<Value> {
  /** `undefined` for an invalid text. */
  readonly read: (text: string) => Value | undefined;
  /** Describes valid values, or an invalid one, in a sentence. */
  readonly expected: string | ((text: string) => string);
}

function integer(min: number, max: number): OptionValue<number> {
  return {
    read: (text) => {
      const number = Number(text);
      return text !== '' && Number.isInteger(number) && number >= min && number <= max ? number : undefined;
    },
    expected: `Expected a number from ${min} to ${max}.`,
  };
}

const DATE: OptionValue<Date> = {
  read: (text) => {
    const date = toIsoDate(text);
    return date === undefined ? undefined : new Date(date);
  },
  expected: 'Expected an ISO date: 2026-12-01, 2026-12-01T09:30Z',
};

const DESTINATION: OptionValue<Destination> = {
  read: readDestination,
  expected: describeDestination,
};

const HOST_NAME: OptionValue<string> = {
  read: readHostName,
  expected: 'Expected a host name such as preview.example.com, or .example.com for all names below it.',
};

const WEB_ADDRESS: OptionValue<string> = {
  read: (text) => (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined),
  expected: 'Expected a URL such as https://s3.example.net.',
};

/** Ends with a slash, because file addresses are resolved against it. */
const SITE_ADDRESS: OptionValue<string> = {
  read: (text) => {
    const address = WEB_ADDRESS.read(text);
    if (address === undefined) return undefined;
    const { origin, pathname } = new URL(address);
    return origin + pathname.replace(/\/?$/, '/');
  },
  expected: WEB_ADDRESS.expected,
};
