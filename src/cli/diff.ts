/** `sitegen diff` */
import path from 'node:path';
import type { SiteDiff } from '../diff/diff-sites.ts';
import type { SiteFolder } from '../diff/open-site.ts';
import { realPathIfExists, statIfExists } from '../shared/files.ts';
import type { CliCommand, CommandContext } from './command.ts';
import { toBuildOptions, withDate, withJson, withSite, type SiteFlags, writeProblems } from './options.ts';
import { createProgress, paintFor, type Stopping } from './process.ts';

interface DiffFlags extends SiteFlags {
  readonly at?: Date;
  readonly json?: true;
  readonly reporter: 'text' | 'markdown';
  readonly exitCode?: true;
}

const HELP = `
Examples:
  sitegen diff                           compare the last build with the files as they are now
  sitegen diff HEAD                      compare the last commit with them
  sitegen diff origin/main --reporter markdown
                                         write a comment for a pull request
  sitegen diff ../other/out --exit-code  compare another folder; fail if there are differences

Builds the site without publishing it, and a commit in a temporary worktree with the packages of this project. The same
change on many pages is printed once.
Exit codes: 0 done, 1 the site has errors, or differences with --exit-code, 2 the command could not run.`;

export const diff: CliCommand<DiffFlags, string | undefined> = {
  name: 'diff',

  declare: (command) =>
    withDate(withJson(withSite(command)))
      .description('show how the site changes for readers')
      .argument('[before]', 'a commit, or the folder of a built site (default: the last build)')
      .addOption(
        command
          .createOption('--reporter <name>', 'print text, or Markdown for a pull request')
          .choices(['text', 'markdown'])
          .default('text'),
      )
      .option('--exit-code', 'exit with 1 if there are differences')
      .addHelpText('after', HELP),

  async run(flags, context, before) {
    const [{ buildAside }, { diffSites }, { withDiffFolder }, { formatDiff, formatDiffAsMarkdown }] = await Promise.all(
      [
        import('../build/build.ts'),
        import('../diff/diff-sites.ts'),
        import('../diff/build-commit.ts'),
        import('../diff/format-diff.ts'),
      ],
    );
    const { json, reporter, exitCode } = flags;
    const { stdout, stderr, stopping } = context;
    const options = { ...toBuildOptions(flags, context), ...stopping, at: flags.at ?? new Date() };
    const { root, signal } = options;
    const progress = createProgress(json || reporter === 'markdown' ? undefined : stderr);
    const openBefore = await chooseSite(before, options, context);
    let differences: SiteDiff | undefined;
    const { ok, config, diagnostics } = await buildAside({ ...options, ...progress }, (staging, site) =>
      withDiffFolder(root, async (folder) => {
        const old = await openBefore(folder, path.resolve(root, site.out));
        differences = await diffSites(old, { folder: staging, site }, signal);
      }),
    );
    writeProblems({ config, diagnostics: diagnostics.filter(({ severity }) => severity === 'error') }, context);
    if (json) {
      const report = { version: 1, ok, before: before ?? config.out, ...differences, ...(!ok && { diagnostics }) };
      stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
    } else if (differences !== undefined) {
      const text =
        reporter === 'markdown' ? formatDiffAsMarkdown(differences) : formatDiff(differences, paintFor(stdout));
      stdout.write(text);
    }
    return !ok || (exitCode && differences !== undefined && differences.changes.length > 0) ? 1 : 0;
  },
};

type Options = ReturnType<typeof toBuildOptions> & Stopping & { readonly at: Date };

/** @returns a function that opens the old site. It gets a temporary folder, and the one of the last build */
async function chooseSite(
  before: string | undefined,
  { root, signal, at, base, workers }: Options,
  { cwd, script }: CommandContext,
): Promise<(temporary: string, out: string) => Promise<SiteFolder>> {
  const { readHostedSite } = await import('../hosts/host-files.ts');
  const open = async (folder: string) => ({ folder, site: await readHostedSite(root, folder) });
  if (before === undefined) return (_, out) => open(out);
  const folder = path.resolve(cwd, before);
  if (before !== '' && statIfExists(folder)?.isDirectory()) return () => open(realPathIfExists(folder) ?? folder);
  const { buildCommit, findCommit } = await import('../diff/build-commit.ts');
  const commit = await findCommit(root, before);
  const env = { ...process.env }; // before the build of the new site adds the variables of its `.env`
  const flags = [
    '--at',
    at.toISOString(),
    ...(base === undefined ? [] : ['--base', base]),
    ...(workers === undefined ? [] : ['--workers', String(workers)]),
  ];
  const command = [script, 'build', '--quiet', ...flags];
  return (temporary) => buildCommit(commit, temporary, command, env, signal);
}
