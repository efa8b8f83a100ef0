/** `sitegen diff`, and its output. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DiffSites, SiteDiff } from '../diff/diff-sites.ts';
import { SitegenError } from '../shared/errors.ts';
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
  const { buildAside } = await import('../build/build.ts');
  const { json, reporter, exitCode } = flags;
  const options = { ...toBuildOptions(flags, context), ...stopping, at: flags.at ?? new Date() };
  const progress = createProgress(json || reporter === 'markdown' ? undefined : context.stderr);
  let diff: SiteDiff | undefined;
  const comparing = async () => {
    const compare = await chooseSite(before, options, context);
    return buildAside({ ...options, ...progress }, async (folder, config) => {
      diff = await compare(folder, config);
    });
  };
  const result = await reportJsonError(flags, context, comparing());
  writeProblems({ ...result, diagnostics: result.diagnostics.filter(({ severity }) => severity === 'error') }, context);
  const { ok, diagnostics } = result;
  if (json) {
    const report = { version: 1, ok, before: before ?? result.config.out, ...diff, ...(!ok && { diagnostics }) };
    context.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  } else if (diff !== undefined) {
    const { formatDiff, formatDiffAsMarkdown } = await import('../diff/format-diff.ts');
    context.stdout.write(
      reporter === 'markdown' ? formatDiffAsMarkdown(diff) : formatDiff(diff, paintFor(context.stdout)),
    );
  }
  return !ok || (exitCode && diff !== undefined && diff.changes.length > 0) ? 1 : 0;
}

type Options = ReturnType<typeof toBuildOptions> & Stopping & { readonly at: Date };

/** @returns a function that compares the old site with the new one in a folder */
async function chooseSite(before: string | undefined, options: Options, { cwd, script, stderr }: ProcessContext) {
  const [{ diffSites }, { listSite }, { buildReference, findCommit, withDiffFolder }, { downloadSite }] =
    await Promise.all([
      import('../diff/diff-sites.ts'),
      import('../diff/list-site.ts'),
      import('../diff/build-reference.ts'),
      import('../diff/download-site.ts'),
    ]);
  const { root, signal, at, workers } = options;
  const diff = (folder: string, after: string, config: Config, others: Partial<DiffSites> = {}): Promise<SiteDiff> => {
    const sites = { before: { folder, base: config.base }, after: { folder: after, base: config.base } };
    return diffSites({ ...config, ...sites, onlyPages: false, signal, ...others });
  };
  const ensurePages = (folder: string, hint: string) => {
    if (existsSync(folder) && listSite({ folder, base: '' }).pages.length > 0) return;
    throw new SitegenError(`Cannot compare with ${folder}: it has no HTML files.\nTry: ${hint}.`);
  };
  if (before === undefined)
    return (after: string, config: Config) => {
      ensurePages(config.out, 'build first, or name a commit: sitegen diff HEAD');
      return diff(config.out, after, config);
    };
  if (/^https?:\/\//.test(before) && URL.canParse(before)) {
    const { origin, pathname } = new URL(before);
    const base = pathname.replace(/\/?$/, '/');
    return (after: string, config: Config) =>
      withDiffFolder(root, async (live) => {
        const { pages } = listSite({ folder: after, base });
        const site = { url: origin + base, folder: live, pages, trailingSlash: config.trailingSlash, signal };
        for (const note of await downloadSite(site)) stderr.write(`${printableName(note)}\n`);
        return diff(live, after, config, { before: { folder: live, base }, onlyPages: true });
      });
  }
  const folder = path.resolve(cwd, before);
  if (before !== '' && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    ensurePages(folder, 'name the folder of a built site, or write a branch as refs/heads/name');
    return (after: string, config: Config) => diff(folder, after, config);
  }
  const commit = await findCommit(root, before);
  const flags = [
    '--at',
    at.toISOString(),
    ...(options.base === undefined ? [] : ['--base', options.base]),
    ...(workers === undefined ? [] : ['--workers', String(workers)]),
  ];
  const reference = {
    root,
    commit,
    reference: before,
    command: [script],
    options: flags,
    env: { ...process.env },
    signal,
  };
  return (after: string, config: Config) =>
    withDiffFolder(root, async (temporary) =>
      diff(await buildReference({ ...reference, folder: temporary }), after, config),
    );
}
