/** A build on several machines: `sitegen build --shard`, and `sitegen merge`. */
import path from 'node:path';
import { SitegenError } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { printableName } from '../shared/format-diagnostic.ts';
import { type Shard, formatShard } from '../shards/shard.ts';
import { reportJsonError, toBuildOptions, writeProblems, writeResult, type BuildFlags } from './commands.ts';
import { createProgress, type ExitCode, type ProcessContext, type Stopping } from './process.ts';

export type MergeFlags = Omit<BuildFlags, 'at' | 'verify' | 'shard'>;

export async function runBuildPart(
  flags: BuildFlags,
  shard: Shard,
  context: ProcessContext,
  stopping: Stopping,
): Promise<ExitCode> {
  const { buildPart } = await import('../build/build-part.ts');
  const { at, out, verify, json = false, quiet = false } = flags;
  const missing = [
    ...(out === undefined ? ['--out, the folder of the part'] : []),
    ...(at === undefined ? ['--at, the same date for all parts'] : []),
  ];
  if (out === undefined || at === undefined || verify)
    throw new SitegenError(
      verify ? '--verify compares whole sites. Use it without --shard.' : `--shard needs ${missing.join(', and ')}.`,
    );
  const progress = createProgress(json || quiet ? undefined : context.stderr);
  const building = buildPart({ ...toBuildOptions(flags, context), ...progress, ...stopping, shard, out, at });
  const result = await reportJsonError(flags, context, building);
  writeProblems(result, context, flags.reporter);
  const { ok, pages, diagnostics, config } = result;
  const folder = printableName(path.relative(context.cwd, config.out) || '.');
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const done =
    pages && `Rendered ${pages.part} of ${count(pages.site, 'page')} to ${folder}, part ${formatShard(shard)}.\n`;
  if (json)
    context.stdout.write(
      `${JSON.stringify({ version: 2, ok, out: config.out, shard, pages, diagnostics }, undefined, 2)}\n`,
    );
  else if (ok && !quiet) context.stdout.write(done ?? '');
  else if (!ok)
    context.stderr.write(
      `${done ?? ''}${count(errors, 'error')}${done === undefined ? `; ${folder} was not changed` : ''}.\n`,
    );
  return ok ? 0 : 1;
}

export async function runMerge(
  parts: readonly string[],
  flags: MergeFlags,
  context: ProcessContext,
  stopping: Stopping,
): Promise<ExitCode> {
  const { mergeParts } = await import('../build/merge-parts.ts');
  const { strict = false, allowRemovals = false } = flags;
  const progress = createProgress(flags.json || flags.quiet ? undefined : context.stderr);
  const folders = parts.map((part) => path.resolve(context.cwd, part));
  const merging = mergeParts({
    ...toBuildOptions(flags, context),
    ...progress,
    ...stopping,
    strict,
    allowRemovals,
    parts: folders,
  });
  return writeResult(await reportJsonError(flags, context, merging), flags, context);
}
