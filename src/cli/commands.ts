/** The commands that build a site, and their output. */
import path from 'node:path';
import type { Overrides } from '../config/resolve-config.ts';
import { hasErrors, withSeverity } from '../shared/diagnostics.ts';
import { realPathIfExists } from '../shared/files.ts';
import type { BuildResult } from '../shared/build-result.ts';
import {
  formatAnnotations,
  formatCheck,
  formatError,
  formatJson,
  formatJsonError,
  formatSummary,
} from '../shared/format.ts';
import { formatDiagnostics } from '../shared/format-diagnostic.ts';
import { toPosix } from '../shared/paths.ts';
import { paintFor, createProgress, type ExitCode, type ProcessContext, type Stopping } from './process.ts';

export interface SiteFlags extends Overrides {
  readonly root: string;
  readonly workers?: number;
}

/** How problems are printed. */
type Reporter = 'text' | 'github';

interface ReportFlags {
  readonly strict?: true;
  readonly json?: true;
  readonly reporter?: Reporter;
}

export interface BuildFlags extends SiteFlags, ReportFlags {
  readonly at?: Date;
  readonly quiet?: true;
  readonly verbose?: true;
  readonly verify?: true;
  readonly noindex?: true;
  readonly allowRemovals?: true;
}

export interface CheckFlags extends SiteFlags, ReportFlags {
  readonly at?: Date;
  readonly release?: true;
  readonly external?: true;
  readonly allowRemovals?: true;
}

export async function runBuild(flags: BuildFlags, context: ProcessContext, stopping: Stopping): Promise<ExitCode> {
  const { build } = await import('../build/build.ts');
  const progress = createProgress(flags.json || flags.quiet ? undefined : context.stderr);
  const { verify = false, strict = false, noindex = false, allowRemovals = false, at = new Date() } = flags;
  const settings = { verify, strict, noindex, allowRemovals, at };
  const options = { ...toBuildOptions(flags, context), ...progress, ...stopping, ...settings };
  const result = await reportJsonError(flags, context, build(options));
  writeProblems(result, context, flags.reporter);
  if (flags.verbose) context.stderr.write(formatVerbose(result));
  const out = path.relative(context.cwd, result.config.out);
  const ms = performance.now(); // since the start of the process: the time a user waits
  if (flags.json) context.stdout.write(formatJson(result, ms));
  else if (!result.ok) context.stderr.write(formatSummary(result, out, ms, paintFor(context.stderr)));
  else if (!flags.quiet) context.stdout.write(formatSummary(result, out, ms, paintFor(context.stdout)));
  return result.ok ? 0 : 1;
}

/**
 * `--verbose`: how long each step took.
 *
 * @example
 * Steps, in ms (some run at the same time):
 *   discover       3
 *   bundle pages  24
 */
export function formatVerbose({ steps }: BuildResult): string {
  const width = Math.max(0, ...Object.keys(steps).map((step) => step.length));
  const rows = Object.entries(steps).map(([step, ms]) => `  ${step.padEnd(width)}  ${String(ms).padStart(5)}\n`);
  return `Steps, in ms (some run at the same time):\n${rows.join('')}`;
}

/** Builds the site without publishing it. */
export async function runCheck(flags: CheckFlags, context: ProcessContext, stopping: Stopping): Promise<ExitCode> {
  const { build } = await import('../build/build.ts');
  const {
    release = false,
    strict = false,
    json = false,
    external = false,
    allowRemovals = false,
    at = new Date(),
  } = flags;
  const progress = createProgress(json ? undefined : context.stderr);
  const check = async () => {
    const built = await build({
      ...toBuildOptions(flags, context),
      ...progress,
      ...stopping,
      dry: true,
      release,
      strict,
      allowRemovals,
      at,
    });
    return external
      ? withExternalLinks(built, strict, stopping.signal, createProgress(json ? undefined : context.stderr, 'links'))
      : built;
  };
  const result = await reportJsonError(flags, context, check());
  writeProblems(result, context, flags.reporter);
  if (json) context.stdout.write(formatJson(result, performance.now()));
  else if (result.ok) context.stdout.write(formatCheck(result, paintFor(context.stdout)));
  else context.stderr.write(formatCheck(result, paintFor(context.stderr)));
  return result.ok ? 0 : 1;
}

async function withExternalLinks(
  result: BuildResult,
  strict: boolean,
  signal: AbortSignal,
  progress: ReturnType<typeof createProgress>,
): Promise<BuildResult> {
  const { checkExternal } = await import('../check/check-external-links.ts');
  const { config, pages } = result;
  const external = await checkExternal({ ...config, pages, signal, ...progress });
  const found = withSeverity(external, { checks: config.checks, strict });
  const ok = result.ok && !hasErrors(found);
  return { ...result, ok, diagnostics: [...result.diagnostics, ...found] };
}

/** Resolves the flags against the current folder. */
export function toBuildOptions({ root, out, base, workers }: SiteFlags, { cwd, stderr }: ProcessContext) {
  return {
    root: realFolder(path.resolve(cwd, root)),
    ...(out !== undefined && { out }),
    ...(base !== undefined && { base }),
    ...(workers !== undefined && { workers }),
    onOutput: (text: string) => void stderr.write(text),
    onWait: () => void stderr.write('Waiting for another build of this site to finish.\n'),
  };
}

/**
 * Stack traces contain real paths, which would not match a symbolic link to the project, or `mysite` if the disk has `MySite`. A
 * folder that does not exist is reported by the build.
 */
function realFolder(folder: string): string {
  return realPathIfExists(folder) ?? folder;
}

export function writeProblems(
  { diagnostics, config }: Pick<BuildResult, 'diagnostics' | 'config'>,
  { cwd, stderr }: ProcessContext,
  reporter?: Reporter,
): void {
  if (reporter === 'github') stderr.write(formatAnnotations(diagnostics, toPosix(path.relative(cwd, config.root))));
  else stderr.write(formatDiagnostics(diagnostics, paintFor(stderr)));
}

/** With --json, also prints failures as JSON. */
export async function reportJsonError<Result>(
  { json }: Pick<ReportFlags, 'json'>,
  { stdout }: ProcessContext,
  result: Promise<Result>,
): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (json) stdout.write(formatJsonError(error));
    throw error;
  }
}

export function writeError(error: unknown, { stderr }: ProcessContext): void {
  stderr.write(formatError(error, paintFor(stderr)));
}
