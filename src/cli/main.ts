/** `sitegen`: the list of commands. */
import { addresses } from './addresses.ts';
import { build } from './build.ts';
import { check } from './check.ts';
import { runCommandLine } from './command.ts';
import { deploy } from './deploy.ts';
import { diff } from './diff.ts';
import { VERSION_LINE, info } from './info.ts';
import { init } from './init.ts';
import { separateOutput, type ExitCode, type ProcessContext } from './process.ts';
import { serve } from './serve.ts';
import { verify } from './verify.ts';

export { replaceNodeWarnings } from '../shared/site-output.ts';
export { formatCrash } from '../shared/format.ts';
export { killIfStuck } from './process.ts';

const HELP = `
Examples:
  sitegen init my-site               create a project
  sitegen build                      build templates/ and public/ into out/
  sitegen build --base /docs/        build for https://example.com/docs/
  sitegen build --base /previews/x/ --noindex
                                     build a preview that search engines leave out
  sitegen check --release            check whether the site is ready to go live
  sitegen addresses --write          record the addresses of the site, so that none is lost
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

/** @param args without the names of Node and of the script */
export function main(args: readonly string[], processContext: ProcessContext): Promise<ExitCode> {
  const commandLine = {
    description: 'Builds static HTML from React. Only pages with islands load JavaScript.',
    version: VERSION_LINE,
    help: HELP,
    commands: [init, build, serve, check, diff, deploy, verify, addresses, info],
  };
  return runCommandLine(commandLine, args, separateOutput(processContext, args.includes('--json')));
}
