/** A build on several machines: `sitegen build --shard`, and `sitegen merge`. */
import path from 'node:path';
import type { BuildPartOptions, PartResult } from '../build/build-part.ts';
import { SitegenError } from '../shared/errors.ts';
import { count } from '../shared/format.ts';
import { printableName } from '../shared/format-diagnostic.ts';
import { type Shard, formatShard } from '../shards/shard.ts';
import { reportJsonError, toBuildOptions, writeProblems, writeResult, type BuildFlags } from './commands.ts';
import { createProgress, type ExitCode, type ProcessContext, type Stopping } from './process.ts';

export type MergeFlags = Omit<BuildFlags, 'at' | 'verify' | 'shard'>;

export async function runBuildPart(flags: BuildFlags, context: ProcessContext, stopping: Stopping): Promise<ExitCode> {
  const { buildPart } = await import('../build/build-part.ts');
  const { json, quiet, noindex = false } = flags;
  const own = readFlags(flags);
  const { shard } = own;
  const options = { ...toBuildOptions(flags, context), ...own, noindex };
  const progress = createProgress(json || quiet ? undefined : context.stderr);
  const result = await reportJsonError(flags, context, buildPart({ ...options, ...progress, ...stopping }));
  writeProblems(result, context, flags.reporter);
  const { ok, pages, diagnostics, config } = result;
  const report = { version: 2, ok, out: config.out, shard, pages, diagnostics };
  if (json) context.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  else if (!ok) context.stderr.write(formatPart(result, shard, context));
  else if (!quiet) context.stdout.write(formatPart(result, shard, context));
  return ok ? 0 : 1;
}

/** @throws {SitegenError} if flags are missing that all parts need */
function readFlags({ shard, at, out, verify }: BuildFlags): Pick<BuildPartOptions, 'shard' | 'at' | 'out'> {
  if (verify) throw new SitegenError('--verify compares whole sites.\nTry: use it without --shard.');
  if (shard !== undefined && out !== undefined && at !== undefined) return { shard, at, out };
  throw new SitegenError(
    '--shard needs --out, the folder of the part, and --at, the same date for all parts.\n' +
      'Try: sitegen build --shard 1/2 --out part-1 --at 2026-12-01T09:00Z',
  );
}

function formatPart({ ok, pages, diagnostics, config }: PartResult, shard: Shard, { cwd }: ProcessContext): string {
  const folder = printableName(path.relative(cwd, config.out) || '.');
  const done =
    pages === undefined
      ? `${folder} was not changed.\n`
      : `Rendered ${pages.part} of ${count(pages.site, 'page')} to ${folder}, part ${formatShard(shard)}.\n`;
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return ok ? done : `${count(errors, 'error')}. ${done}`;
}

/** Builds the site from its parts. */
export async function runMerge(
  parts: readonly string[],
  flags: MergeFlags,
  context: ProcessContext,
  stopping: Stopping,
): Promise<ExitCode> {
  const { mergeParts } = await import('../build/merge-parts.ts');
  const { strict = false, noindex = false, allowRemovals = false } = flags;
  const folders = parts.map((part) => path.resolve(context.cwd, part));
  const options = { ...toBuildOptions(flags, context), strict, noindex, allowRemovals, parts: folders };
  const progress = createProgress(flags.json || flags.quiet ? undefined : context.stderr);
  const merging = mergeParts({ ...options, ...progress, ...stopping });
  return writeResult(await reportJsonError(flags, context, merging), flags, context);
}
