/** What the commands do, and how they tell it. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Overrides } from '../project/resolve-config.ts';
import { hasCode } from '../core/errors.ts';
import type { HostName } from '../api/host.ts';
import type { BuildResult } from '../core/build-result.ts';
import {
  formatAnnotations,
  formatCheck,
  formatDiagnostics,
  formatError,
  formatJson,
  formatJsonError,
  formatSummary,
} from '../core/format.ts';
import { paintFor, progressOn, type ExitCode, type World } from './process.ts';

export interface SiteFlags extends Overrides {
  readonly root: string;
  readonly workers?: number;
}

/** How problems are told. */
type Reporter = 'text' | 'github';

interface ReportFlags {
  readonly json?: true;
  readonly reporter?: Reporter;
}

export interface BuildFlags extends SiteFlags, ReportFlags {
  readonly force?: true;
  readonly quiet?: true;
  readonly verify?: true;
}

export interface CheckFlags extends SiteFlags, ReportFlags {
  readonly release?: true;
  readonly external?: true;
}

export interface ServeFlags extends SiteFlags {
  readonly port?: number;
  readonly host: string;
  readonly as?: HostName;
  readonly open?: true;
  readonly watch: boolean;
}

export async function runBuild(flags: BuildFlags, world: World, signal: AbortSignal): Promise<ExitCode> {
  const { build } = await import('../pipeline/build.ts');
  const progress = progressOn(flags.json || flags.quiet ? undefined : world.stderr);
  const { force = false, verify = false } = flags;
  const options = { ...inWorld(flags, world), ...progress, signal, force, verify };
  const result = await orTell(flags, world, build(options));
  writeProblems(result, world, flags.reporter);
  const ms = performance.now(); // since the process started, which is what its user waits for
  if (flags.json) world.stdout.write(formatJson(result, ms));
  else if (!result.ok) world.stderr.write(formatSummary(result, world.cwd, ms, paintFor(world.stderr)));
  else if (!flags.quiet) world.stdout.write(formatSummary(result, world.cwd, ms, paintFor(world.stdout)));
  return result.ok ? 0 : 1;
}

/** Makes the site as a build does, and leaves `out` as it is. */
export async function runCheck(flags: CheckFlags, world: World, signal: AbortSignal): Promise<ExitCode> {
  const { build } = await import('../pipeline/build.ts');
  const { release = false, json = false, external = false } = flags;
  const progress = progressOn(json ? undefined : world.stderr);
  const check = async () => {
    const made = await build({ ...inWorld(flags, world), ...progress, signal, dry: true, release });
    return external ? withExternal(made, signal, progressOn(json ? undefined : world.stderr, 'links')) : made;
  };
  const result = await orTell(flags, world, check());
  writeProblems(result, world, flags.reporter);
  if (json) world.stdout.write(formatJson(result, performance.now()));
  else if (result.ok) world.stdout.write(formatCheck(result, paintFor(world.stdout)));
  else world.stderr.write(formatCheck(result, paintFor(world.stderr)));
  return result.ok ? 0 : 1;
}

async function withExternal(
  result: BuildResult,
  signal: AbortSignal,
  progress: ReturnType<typeof progressOn>,
): Promise<BuildResult> {
  const { checkExternal } = await import('../check/check-external-links.ts');
  const { root, site } = result.config;
  const found = await checkExternal({ root, site, pages: result.pages, signal, ...progress });
  const ok = result.ok && found.every(({ severity }) => severity !== 'error');
  return { ...result, ok, diagnostics: [...result.diagnostics, ...found] };
}

/** Says why a page is as it is. */
export async function runWhy(address: string, flags: SiteFlags, world: World, signal: AbortSignal): Promise<ExitCode> {
  const [{ build }, { formatWhy }] = await Promise.all([import('../pipeline/build.ts'), import('./format-why.ts')]);
  const result = await build({ ...inWorld(flags, world), ...progressOn(world.stderr), signal, dry: true });
  writeProblems(result, world);
  const answer = formatWhy(result, address);
  if (answer === undefined) world.stderr.write(`The site has no page at "${address}".\n`);
  else world.stdout.write(answer);
  return answer === undefined ? 1 : 0;
}

export async function runServe(flags: ServeFlags, world: World): Promise<ExitCode> {
  const [{ build }, { preview }, { openBrowser }] = await Promise.all([
    import('../pipeline/build.ts'),
    import('../serve/dev-server.ts'),
    import('../serve/open-browser.ts'),
  ]);
  const options = inWorld(flags, world);
  let start = 0; // the first build is counted from the start of the process
  const server = await preview({
    ...flags,
    root: options.root,
    build: (signal, priorityPages) =>
      build({ ...options, signal, watching: flags.watch, ...(priorityPages && { priorityPages }) }),
    onBuild: (result) => {
      writeProblems(result, world);
      world.stderr.write(formatSummary(result, world.cwd, performance.now() - start, paintFor(world.stderr)));
    },
    onChange: () => (start = performance.now()),
    onNote: (note) => void world.stderr.write(`${note}\n`),
    onError: (error) => writeError(error, world),
  });
  if (server === undefined) return 1;
  world.stdout.write(`Serving ${server.url}\n`);
  if (!['127.0.0.1', '::1', 'localhost'].includes(flags.host))
    world.stderr.write(`Everyone who reaches ${flags.host} can see the site.\n`);
  if (flags.open) openBrowser(server.url);
  await new Promise<unknown>((resolve) => world.onStop(resolve));
  await server.close();
  return 0;
}

/** What the command line says, with the folder it was given in. */
export function inWorld({ root, out, base, workers }: SiteFlags, { cwd, stderr }: World) {
  return {
    root: realFolder(path.resolve(cwd, root)),
    ...(out !== undefined && { out }),
    ...(base !== undefined && { base }),
    ...(workers !== undefined && { workers }),
    onOutput: (text: string) => void stderr.write(text),
    onWait: () => void stderr.write('Waiting for another build of this site.\n'),
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

function writeProblems({ diagnostics, config }: BuildResult, { cwd, stderr }: World, reporter?: Reporter): void {
  if (reporter === 'github') stderr.write(formatAnnotations(diagnostics, path.relative(cwd, config.root)));
  else stderr.write(formatDiagnostics(diagnostics, paintFor(stderr)));
}

/** With --json, stdout says why there is no result, too. */
export async function orTell<Result>(
  { json }: ReportFlags,
  { stdout }: World,
  result: Promise<Result>,
): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (json) stdout.write(formatJsonError(error));
    throw error;
  }
}

export function writeError(error: unknown, { stderr }: World): void {
  stderr.write(formatError(error, paintFor(stderr)));
}
