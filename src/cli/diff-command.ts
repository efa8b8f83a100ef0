/** `sitegen diff`, and its output. */
import path from 'node:path';
import type { SiteDiff } from '../diff/diff-sites.ts';
import type { SiteFolder } from '../diff/open-site.ts';
import { realPathIfExists, statIfExists } from '../shared/files.ts';
import { reportJsonError, toBuildOptions, writeProblems, type SiteFlags } from './commands.ts';
import { createProgress, paintFor, type ExitCode, type ProcessContext, type Stopping } from './process.ts';

export interface DiffFlags extends SiteFlags {
  readonly at?: Date;
  readonly json?: true;
  readonly reporter?: 'text' | 'markdown';
  readonly exitCode?: true;
}

export async function runDiff(
  before: string | undefined,
  flags: DiffFlags,
  context: ProcessContext,
  stopping: Stopping,
): Promise<ExitCode> {
  const [{ buildAside }, { diffSites }, { withDiffFolder }, { formatDiff, formatDiffAsMarkdown }] = await Promise.all([
    import('../build/build.ts'),
    import('../diff/diff-sites.ts'),
    import('../diff/build-commit.ts'),
    import('../diff/format-diff.ts'),
  ]);
  const { json, reporter, exitCode } = flags;
  const { stdout, stderr } = context;
  const options = { ...toBuildOptions(flags, context), ...stopping, at: flags.at ?? new Date() };
  const { root, signal } = options;
  const progress = createProgress(json || reporter === 'markdown' ? undefined : stderr);
  let diff: SiteDiff | undefined;
  const comparing = async () => {
    const openBefore = await chooseSite(before, options, context);
    return buildAside({ ...options, ...progress }, (staging, site) =>
      withDiffFolder(root, async (folder) => {
        const old = await openBefore(folder, path.resolve(root, site.out));
        diff = await diffSites({ before: old, after: { folder: staging, site }, signal });
      }),
    );
  };
  const { ok, config, diagnostics } = await reportJsonError(flags, context, comparing());
  writeProblems({ config, diagnostics: diagnostics.filter(({ severity }) => severity === 'error') }, context);
  if (json) {
    const report = { version: 1, ok, before: before ?? config.out, ...diff, ...(!ok && { diagnostics }) };
    stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  } else if (diff !== undefined)
    stdout.write(reporter === 'markdown' ? formatDiffAsMarkdown(diff) : formatDiff(diff, paintFor(stdout)));
  return !ok || (exitCode && diff !== undefined && diff.changes.length > 0) ? 1 : 0;
}

type Options = ReturnType<typeof toBuildOptions> & Stopping & { readonly at: Date };

/** @returns a function that opens the old site. It gets a temporary folder, and the one of the last build */
async function chooseSite(
  before: string | undefined,
  { root, signal, at, base, workers }: Options,
  context: ProcessContext,
): Promise<(temporary: string, out: string) => Promise<SiteFolder>> {
  const { readHostedSite } = await import('../hosts/host-files.ts');
  const open = async (folder: string) => ({ folder, site: await readHostedSite(root, folder) });
  if (before === undefined) return (_, out) => open(out);
  const folder = path.resolve(context.cwd, before);
  if (before !== '' && statIfExists(folder)?.isDirectory()) return () => open(realPathIfExists(folder) ?? folder);
  const { buildCommit, findCommit } = await import('../diff/build-commit.ts');
  const commit = await findCommit(root, before);
  const env = { ...process.env };
  const flags = [
    '--at',
    at.toISOString(),
    ...(base === undefined ? [] : ['--base', base]),
    ...(workers === undefined ? [] : ['--workers', String(workers)]),
  ];
  const command = [context.script, 'build', '--quiet', ...flags];
  return (temporary) => buildCommit({ commit, folder: temporary, command, env, signal });
}
