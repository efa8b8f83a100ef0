/** `sitegen check` */
import { hasErrors, withSeverity } from '../shared/diagnostics.ts';
import type { BuildResult } from '../shared/build-result.ts';
import { formatCheck, formatJson } from '../shared/format.ts';
import type { CliCommand, CommandContext } from './command.ts';
import {
  toBuildOptions,
  withDate,
  withReport,
  withSite,
  type ReportFlags,
  type SiteFlags,
  writeProblems,
} from './options.ts';
import { createProgress, paintFor } from './process.ts';

interface CheckFlags extends SiteFlags, ReportFlags {
  readonly at?: Date;
  readonly release?: true;
  readonly external?: true;
}

export const check: CliCommand<CheckFlags> = {
  name: 'check',

  declare: (command) =>
    withDate(withReport(withSite(command)))
      .description('check the site for problems without changing the output folder')
      .option('--release', 'report open placeholders as errors')
      .option('--external', 'check links to other sites, too'),

  async run(flags, context) {
    const { json, release = false, strict = false, allowRemovals = false } = flags;
    const { stdout, stderr, stopping } = context;
    const { build } = await import('../build/build.ts');
    const built = await build({
      ...toBuildOptions(flags, context),
      ...createProgress(json ? undefined : stderr),
      ...stopping,
      dry: true,
      release,
      strict,
      allowRemovals,
      at: flags.at ?? new Date(),
    });
    const result = flags.external ? await withExternalLinks(built, flags, context) : built;
    writeProblems(result, context, flags.reporter);
    if (json) stdout.write(formatJson(result, performance.now()));
    else if (result.ok) stdout.write(formatCheck(result, paintFor(stdout)));
    else stderr.write(formatCheck(result, paintFor(stderr)));
    return result.ok ? 0 : 1;
  },
};

async function withExternalLinks(
  result: BuildResult,
  { strict, json }: CheckFlags,
  { stderr, stopping }: CommandContext,
): Promise<BuildResult> {
  const { checkExternal } = await import('../check/check-external-links.ts');
  const { config, pages } = result;
  const progress = createProgress(json ? undefined : stderr, 'links');
  const external = await checkExternal({ ...config, pages, signal: stopping.signal, ...progress });
  const found = withSeverity(external, { checks: config.checks, strict: strict ?? false });
  return { ...result, ok: result.ok && !hasErrors(found), diagnostics: [...result.diagnostics, ...found] };
}
