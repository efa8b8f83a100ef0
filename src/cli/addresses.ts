/** `sitegen addresses`: compares the addresses of a site with those that the public has seen, and records them. */
import path from 'node:path';
import type { AddressReport } from '../shared/build-result.ts';
import { hasErrors } from '../shared/diagnostics.ts';
import { count, redirectLine } from '../shared/format.ts';
import { printableName, type Paint } from '../shared/format-diagnostic.ts';
import type { CliCommand, CommandContext } from './command.ts';
import { toBuildOptions, withJson, withSite, type SiteFlags, writeProblems } from './options.ts';
import { createProgress, paintFor, type ProcessContext } from './process.ts';

interface AddressesFlags extends SiteFlags {
  readonly write?: true;
  readonly from?: string;
  readonly json?: true;
}

const HELP = `
Examples:
  sitegen addresses                          list new and lost addresses, and change nothing
  sitegen addresses --write                  record the addresses of the site, after a deploy
  sitegen addresses --from ../old/public     before a move: record what the old site has
  sitegen addresses --from old-urls.txt      the same, from a list with one address a line

Commit addresses.txt. While it exists, each build reports an address in it that no page, file or redirect answers.
Exit codes: 0 no address is lost, 1 addresses are lost or the site has errors, 2 the command could not run.`;

export const addresses: CliCommand<AddressesFlags> = {
  name: 'addresses',

  declare: (command) =>
    withJson(withSite(command))
      .description('compare the addresses of the site with addresses.txt, the list of all that the public has seen')
      .option('--write', 'add new addresses to the list')
      .option('--from <source>', 'add the addresses of a folder of HTML files, a _redirects file or another list')
      .addHelpText('after', HELP),

  async run(flags, context) {
    const { from, write = false, json = false } = flags;
    const { stdout } = context;
    if (from !== undefined) await recordSource(from, flags, context);
    const { config, others, report } = await compareAddresses(flags, context);
    writeProblems({ diagnostics: others, config }, context);
    const ok = report?.lost.length === 0;
    if (json) {
      const { unrecorded = [], lost = [] } = report ?? {};
      const recorded = write && report !== undefined;
      const written = { version: 1, ok, new: unrecorded, recorded, lost, diagnostics: others };
      stdout.write(`${JSON.stringify(written, undefined, 2)}\n`);
    } else if (report !== undefined) stdout.write(formatReport(report, write, paintFor(stdout)));
    return ok ? 0 : 1;
  },
};

/** Builds the site without publishing it. @returns no report if the site has other errors */
async function compareAddresses(flags: AddressesFlags, context: CommandContext) {
  const [{ build }, { addToAddressesFile }] = await Promise.all([
    import('../build/build.ts'),
    import('../project/addresses-file.ts'),
  ]);
  const options = toBuildOptions(flags, context);
  const progress = createProgress(flags.json ? undefined : context.stderr);
  const result = await build({ ...options, ...progress, ...context.stopping, dry: true });
  const others = result.diagnostics.filter(({ code }) => code !== 'address-lost');
  const report = hasErrors(others) ? undefined : result.addresses;
  if (flags.write && report !== undefined) await addToAddressesFile(options.root, report.unrecorded);
  return { config: result.config, others, report };
}

/** Adds the addresses of `--from` to the list. */
async function recordSource(source: string, flags: AddressesFlags, context: ProcessContext): Promise<void> {
  const [{ readSiteConfig }, { addToAddressesFile, readAddressSource }] = await Promise.all([
    import('../config/load-config.ts'),
    import('../project/addresses-file.ts'),
  ]);
  const { root, ...overrides } = toBuildOptions(flags, context);
  const { base } = await readSiteConfig(root, overrides);
  const { addresses: found, left } = readAddressSource(path.resolve(context.cwd, source), base);
  await addToAddressesFile(root, found);
  const name = printableName(source);
  if (left > 0)
    context.stderr.write(`warning ${name}: left out ${countOf(left)} outside of ${base}, or with a pattern.\n`);
  if (!flags.json) context.stdout.write(`addresses.txt has ${countOf(found.length)} of ${name}.\n`);
}

/** More new addresses are counted. Lost ones are all printed, because each needs a line in the config. */
const MAX_NEW = 20;

function formatReport({ unrecorded, lost }: AddressReport, isWritten: boolean, paint: Paint): string {
  const more = unrecorded.length - MAX_NEW;
  const recorded =
    unrecorded.length === 0
      ? ['Every address of the site is in addresses.txt.']
      : isWritten
        ? [`Added ${countOf(unrecorded.length)} to addresses.txt.`]
        : [
            'Not in addresses.txt yet (--write adds them):',
            ...unrecorded.slice(0, MAX_NEW).map((address) => `  ${address}`),
            ...(more > 0 ? [`  and ${more} more`] : []),
          ];
  const title = `${countOf(lost.length)} lost.`;
  const hint = 'Redirect them, with these lines in `redirects` of the config, or write the addresses into `gone`:';
  const lines = lost.map(({ address }) => `  ${redirectLine(address, '')},`);
  return `${[...recorded, ...(lost.length > 0 ? ['', paint('red', title), hint, ...lines] : [])].join('\n')}\n`;
}

function countOf(number: number): string {
  return count(number, 'address', 'addresses');
}
