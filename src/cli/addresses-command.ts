/** `sitegen addresses`: compares the addresses of a site with those that the public has seen, and records them. */
import { hasErrors } from '../shared/diagnostics.ts';
import type { AddressReport } from '../shared/build-result.ts';
import { count, redirectLine } from '../shared/format.ts';
import { printableName, type Paint } from '../shared/format-diagnostic.ts';
import { reportJsonError, toBuildOptions, writeProblems, type SiteFlags } from './commands.ts';
import { createProgress, paintFor, type ExitCode, type ProcessContext, type Stopping } from './process.ts';

export interface AddressesFlags extends SiteFlags {
  readonly write?: true;
  readonly from?: string;
  readonly json?: true;
}

/** Builds the site without publishing it. */
export async function runAddresses(
  flags: AddressesFlags,
  context: ProcessContext,
  stopping: Stopping,
): Promise<ExitCode> {
  const [{ build }, { addToAddressesFile }] = await Promise.all([
    import('../build/build.ts'),
    import('../project/addresses-file.ts'),
  ]);
  const { json = false } = flags;
  const { stdout, stderr } = context;
  const options = toBuildOptions(flags, context);
  const run = async () => {
    const problems = await recordSource(flags, context, stopping);
    const progress = createProgress(json ? undefined : stderr);
    const result = await build({ ...options, ...progress, ...stopping, dry: true });
    const others = result.diagnostics.filter(({ code }) => code !== 'address-lost');
    const report = hasErrors(others) ? undefined : result.addresses;
    if (flags.write && report !== undefined) await addToAddressesFile(options.root, report.unrecorded);
    return { config: result.config, others, report, problems };
  };
  const { config, others, report, problems } = await reportJsonError(flags, context, run());
  writeProblems({ diagnostics: others, config }, context);
  const ok = report?.lost.length === 0;
  if (json) {
    const { unrecorded = [], lost = [] } = report ?? {};
    const { write = false } = flags;
    const written = { version: 1, ok, new: unrecorded, recorded: write && report !== undefined, lost, problems };
    stdout.write(`${JSON.stringify({ ...written, diagnostics: others }, undefined, 2)}\n`);
  } else if (report !== undefined) stdout.write(formatReport(report, flags.write === true, paintFor(stdout)));
  return ok ? 0 : 1;
}

/** @returns what the source has, but was left out */
async function recordSource(
  flags: AddressesFlags,
  context: ProcessContext,
  { signal }: Stopping,
): Promise<readonly string[]> {
  if (flags.from === undefined) return [];
  const [{ readSiteConfig }, { readAddressSource }, { addToAddressesFile }] = await Promise.all([
    import('../config/load-config.ts'),
    import('../project/address-sources.ts'),
    import('../project/addresses-file.ts'),
  ]);
  const { root, ...overrides } = toBuildOptions(flags, context);
  const { base } = await readSiteConfig(root, overrides);
  const read = { source: flags.from, cwd: context.cwd, base, signal };
  const { addresses, problems } = await readAddressSource(read);
  await addToAddressesFile(root, addresses);
  for (const problem of problems) context.stderr.write(`warning ${printableName(problem)}\n`);
  if (!flags.json)
    context.stdout.write(`addresses.txt has ${countOf(addresses.length)} of ${printableName(flags.from)}.\n`);
  return problems;
}

/** More new addresses are counted. Lost ones are all printed, because each needs a line in the config. */
const MAX_NEW = 20;

function formatReport({ unrecorded, lost }: AddressReport, isWritten: boolean, paint: Paint): string {
  const lines: string[] = [];
  if (unrecorded.length === 0) lines.push('Every address of the site is in addresses.txt.');
  else if (isWritten) lines.push(`Added ${countOf(unrecorded.length)} to addresses.txt.`);
  else {
    const more = unrecorded.length - MAX_NEW;
    lines.push('Not in addresses.txt yet (--write adds them):');
    lines.push(...unrecorded.slice(0, MAX_NEW).map((address) => `  ${address}`));
    if (more > 0) lines.push(`  and ${more} more`);
  }
  const linesFor = (some: AddressReport['lost']) =>
    some.map(({ address, like }) => {
      const reason = like === undefined ? '' : paint('dim', `  // ${like.because}`);
      return `  ${redirectLine(address, like?.address ?? '')},${reason}`;
    });
  const unlike = lost.filter(({ like }) => like === undefined);
  if (lost.length > 0) lines.push('', paint('red', `${countOf(lost.length)} lost.`));
  if (unlike.length < lost.length)
    lines.push('Lines for `redirects` of the config:', ...linesFor(lost.filter(({ like }) => like !== undefined)));
  if (unlike.length > 0)
    lines.push('Nothing is like these. Redirect them, or write the addresses into `gone`:', ...linesFor(unlike));
  return `${lines.join('\n')}\n`;
}

function countOf(number: number): string {
  return count(number, 'address', 'addresses');
}
