/** `sitegen diff`, and its output. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { SiteDiff } from '../diff/diff-sites.ts';
import { printableName } from '../shared/format-diagnostic.ts';
import type { Config } from '../shared/model.ts';
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
    import('../diff/build-reference.ts'),
    import('../diff/format-diff.ts'),
  ]);
  const { json, reporter, exitCode } = flags;
  const options = { ...toBuildOptions(flags, context), ...stopping, at: flags.at ?? new Date() };
  const progress = createProgress(json || reporter === 'markdown' ? undefined : context.stderr);
  let diff: SiteDiff | undefined;
  const comparing = async () => {
    const openBefore = await chooseSite(before, options, context);
    return buildAside({ ...options, ...progress }, (after, config) =>
      withDiffFolder(options.root, async (folder) => {
        const { base } = config;
        const old = { base, ...(await openBefore({ folder, after, config })) };
        const sites = { before: old, after: { folder: after, base }, onlyPages: isLive(before) };
        diff = await diffSites({ ...config, ...sites, signal: options.signal });
      }),
    );
  };
  const result = await reportJsonError(flags, context, comparing());
  writeProblems({ ...result, diagnostics: result.diagnostics.filter(({ severity }) => severity === 'error') }, context);
  const { ok, diagnostics } = result;
  if (json) {
    const report = { version: 1, ok, before: before ?? result.config.out, ...diff, ...(!ok && { diagnostics }) };
    context.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  } else if (diff !== undefined) {
    const { stdout } = context;
    stdout.write(reporter === 'markdown' ? formatDiffAsMarkdown(diff) : formatDiff(diff, paintFor(stdout)));
  }
  return !ok || (exitCode && diff !== undefined && diff.changes.length > 0) ? 1 : 0;
}

type Options = ReturnType<typeof toBuildOptions> & Stopping & { readonly at: Date };

interface Place {
  /** Temporary. */
  readonly folder: string;
  /** The folder of the new site. */
  readonly after: string;
  readonly config: Config;
}

type OpenSite = (place: Place) => Promise<{ readonly folder: string; readonly base?: string }>;

function isLive(before = ''): boolean {
  return /^https?:\/\//.test(before) && URL.canParse(before);
}

/** @returns a function that returns the folder of the old site */
async function chooseSite(before: string | undefined, options: Options, context: ProcessContext): Promise<OpenSite> {
  if (before === undefined) return async ({ config }) => ({ folder: config.out });
  const { root, signal, at, base, workers } = options;
  if (isLive(before)) {
    const { downloadSite } = await import('../diff/download-site.ts');
    return async (place) => {
      const site = await downloadSite({ ...place, ...place.config, url: before, signal });
      for (const note of site.notes) context.stderr.write(`${printableName(note)}\n`);
      return { folder: place.folder, base: site.base };
    };
  }
  const folder = path.resolve(context.cwd, before);
  if (before !== '' && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return async () => ({ folder });
  const { buildReference, findCommit } = await import('../diff/build-reference.ts');
  const commit = await findCommit(root, before);
  const env = { ...process.env };
  const flags = [
    '--at',
    at.toISOString(),
    ...(base === undefined ? [] : ['--base', base]),
    ...(workers === undefined ? [] : ['--workers', String(workers)]),
  ];
  return async (place) => {
    const command = [context.script, 'build', '--quiet', ...flags];
    return { folder: await buildReference({ commit, folder: place.folder, command, env, signal }) };
  };
}
