/** `sitegen build` */
import path from 'node:path';
import { formatJson, formatSummary } from '../shared/format.ts';
import type { CliCommand } from './command.ts';
import {
  toBuildOptions,
  withDate,
  withReport,
  withSite,
  withVerbose,
  type ReportFlags,
  type SiteFlags,
  formatVerbose,
  writeProblems,
} from './options.ts';
import { createProgress, paintFor } from './process.ts';

interface BuildFlags extends SiteFlags, ReportFlags {
  readonly noindex?: true;
  readonly quiet?: true;
  readonly verbose?: true;
  readonly verify?: true;
  readonly at?: Date;
}

export const build: CliCommand<BuildFlags> = {
  name: 'build',

  declare: (command) =>
    withDate(withVerbose(withReport(withSite(command))))
      .description('build the site')
      .option('--noindex', 'ask search engines to leave out every page, as for a preview')
      .option('--quiet', 'print nothing unless there are problems')
      .option('--verify', 'build twice, and publish only if both builds are identical'),

  async run(flags, context) {
    const { json, quiet, verify = false, strict = false, noindex = false, allowRemovals = false } = flags;
    const { stdout, stderr, cwd, stopping } = context;
    const { build: buildSite } = await import('../build/build.ts');
    const result = await buildSite({
      ...toBuildOptions(flags, context),
      ...createProgress(json || quiet ? undefined : stderr),
      ...stopping,
      verify,
      strict,
      noindex,
      allowRemovals,
      at: flags.at ?? new Date(),
    });
    writeProblems(result, context, flags.reporter);
    if (flags.verbose) stderr.write(formatVerbose(result));
    const out = path.relative(cwd, result.config.out);
    const ms = performance.now(); // since the start of the process: the time a user waits
    if (json) stdout.write(formatJson(result, ms));
    else if (!result.ok) stderr.write(formatSummary(result, out, ms, paintFor(stderr)));
    else if (!quiet) stdout.write(formatSummary(result, out, ms, paintFor(stdout)));
    return result.ok ? 0 : 1;
  },
};
