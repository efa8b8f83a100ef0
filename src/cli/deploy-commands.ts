/** The commands that deal with a site's host, and their output. */
import { reportJsonError, toBuildOptions, type SiteFlags } from './commands.ts';
import { formatDestination, type Destination } from '../deploy/s3-url.ts';
import type { Plan } from '../deploy/plan.ts';
import { count, formatUnrecorded } from '../shared/format.ts';
import type { Config } from '../shared/model.ts';
import { formatDiagnostics } from '../shared/format-diagnostic.ts';
import { createProgress, paintFor, type ExitCode, type ProcessContext, type Stopping } from './process.ts';

export interface DeployFlags extends Pick<SiteFlags, 'root' | 'out' | 'base'> {
  readonly endpoint?: string;
  readonly region?: string;
  readonly dryRun?: true;
  readonly delete?: true;
  readonly maxDeletes: number;
  readonly concurrency: number;
  readonly invalidate?: string;
  readonly allowPlaceholders?: true;
  readonly json?: true;
}

/** Uploads the last build. */
export async function runDeploy(
  destination: Destination,
  flags: DeployFlags,
  context: ProcessContext,
  { signal, onSiteCode }: Stopping,
): Promise<ExitCode> {
  const [{ deploy }, { readSiteConfig }, format] = await Promise.all([
    import('../deploy/deploy.ts'),
    import('../config/load-config.ts'),
    import('../deploy/format-results.ts'),
  ]);
  const { stdout, stderr } = context;
  const { json = false, dryRun: dry = false, delete: deletes = false, allowPlaceholders = false } = flags;
  const where = formatDestination(destination);
  const onPlan = (plan: Plan) => {
    if (!json) stdout.write(format.formatPlan(plan, where, deletes, paintFor(stdout)));
  };
  const run = async () => {
    const { root, ...overrides } = toBuildOptions(flags, context);
    const config = await readSiteConfig(root, overrides);
    onSiteCode(false);
    warnAboutBase(config.base, destination, context);
    const { endpoint, region, maxDeletes, concurrency, invalidate: distribution } = flags;
    const given = { destination, endpoint, region, maxDeletes, concurrency, distribution, allowPlaceholders };
    const progress = createProgress(json ? undefined : stderr, 'files');
    const result = await deploy({ ...given, config, dry, deletes, signal, onPlan, ...progress });
    return { ...result, unrecorded: result.plan ? await countUnrecorded(config, result.plan) : 0 };
  };
  const { placeholders, plan, unrecorded } = await reportJsonError(flags, context, run());
  if (plan === undefined) {
    stderr.write(format.formatOpenPlaceholders(placeholders, paintFor(stderr)));
    if (json) stdout.write(`${JSON.stringify({ version: 1, ok: false, placeholders }, null, 2)}\n`);
    return 1;
  }
  if (json) stdout.write(format.formatDeployJson(plan, where, dry, deletes));
  else if (!dry) {
    const notes = formatUnrecorded(unrecorded).map((line) => `${line}\n`);
    stdout.write(format.formatDeployed(plan, where, deletes, paintFor(stdout)) + notes.join(''));
  }
  return 0;
}

/** Counts addresses of a deployed site that `addresses.txt` does not have; none if there is no such file. */
async function countUnrecorded(config: Config, { added, changed, unchanged }: Plan): Promise<number> {
  const [{ readAddressesFile }, { listAddresses }] = await Promise.all([
    import('../project/addresses-file.ts'),
    import('../hosts/site-addresses.ts'),
  ]);
  const recorded = readAddressesFile(config.root)?.lines;
  if (recorded === undefined) return 0;
  const own = [...added, ...changed, ...unchanged].filter(({ location }) => location === undefined);
  const files = new Set(own.map(({ file, source = file }) => source));
  return listAddresses(config, files).filter((address) => !recorded.has(address)).length;
}

function warnAboutBase(base: string, { bucket, prefix }: Destination, { stderr }: ProcessContext): void {
  const folder = base.slice(1);
  if (folder === '' || prefix === folder) return;
  const destination = formatDestination({ bucket, prefix });
  stderr.write(
    `warning The site is built for ${base}, which does not match ${destination}. Expected s3://${bucket}/${folder}.\n`,
  );
}

export interface VerifyFlags extends Pick<SiteFlags, 'root' | 'out'> {
  readonly concurrency: number;
  readonly json?: true;
}

/** Compares a live site with the last build. */
export async function runVerify(
  url: string,
  flags: VerifyFlags,
  context: ProcessContext,
  { signal, onSiteCode }: Stopping,
): Promise<ExitCode> {
  const [{ verify }, { readSiteConfig }] = await Promise.all([
    import('../deploy/verify.ts'),
    import('../config/load-config.ts'),
  ]);
  const { json = false, concurrency } = flags;
  const { stdout, stderr } = context;
  const { root, ...overrides } = toBuildOptions(flags, context);
  const run = async () => {
    const config = await readSiteConfig(root, overrides);
    onSiteCode(false);
    return verify({ config, url, concurrency, signal, ...createProgress(json ? undefined : stderr, 'files') });
  };
  const { files, diagnostics } = await reportJsonError(flags, context, run());
  const ok = diagnostics.length === 0;
  stderr.write(formatDiagnostics(diagnostics, paintFor(stderr)));
  const compared = `${count(files, 'file')} compared with ${url}`;
  if (json) stdout.write(`${JSON.stringify({ version: 1, ok, url, files, diagnostics }, null, 2)}\n`);
  else if (ok) stdout.write(`${paintFor(stdout)('green', `${compared}: no differences.`)}\n`);
  else stderr.write(`${paintFor(stderr)('red', `${compared}: ${count(diagnostics.length, 'difference')}.`)}\n`);
  return ok ? 0 : 1;
}
