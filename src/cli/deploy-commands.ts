/** The commands that deal with a site's host, and their output. */
import { reportJsonError, toBuildOptions, type SiteFlags } from './commands.ts';
import { formatDestination, type Destination } from '../deploy/s3-url.ts';
import type { Plan } from '../deploy/plan.ts';
import type { SiteFile } from '../deploy/site-files.ts';
import { formatUnrecorded } from '../shared/format.ts';
import type { Config } from '../shared/model.ts';
import { formatDiagnostics } from '../shared/format-diagnostic.ts';
import { createProgress, paintFor, type ExitCode, type ProcessContext, type Stopping } from './process.ts';

export interface ReleasesFlags extends Pick<SiteFlags, 'root'> {
  readonly releases?: Destination;
  readonly endpoint?: string;
  readonly region?: string;
  readonly json?: true;
}

export interface RollbackFlags extends ReleasesFlags, Pick<SiteFlags, 'base'> {
  readonly dryRun?: true;
  readonly delete?: true;
  readonly maxDeletes: number;
  readonly keep: number;
  readonly concurrency: number;
  readonly invalidate?: string;
}

export interface DeployFlags extends RollbackFlags, Pick<SiteFlags, 'out'> {
  readonly allowPlaceholders?: true;
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
  const { json = false } = flags;
  const options = { ...toChangeOptions(flags), allowPlaceholders: flags.allowPlaceholders ?? false };
  const { dry, deletes } = options;
  const where = formatDestination(destination);
  const { root, ...overrides } = toBuildOptions(flags, context);
  const run = async () => {
    const config = await readSiteConfig(root, overrides);
    onSiteCode(false);
    warnAboutBase(config.base, destination, context);
    const progress = createProgress(json ? undefined : stderr, 'files');
    const onPlan = (plan: Parameters<typeof format.formatPlan>[0]) => {
      if (!json) stdout.write(format.formatPlan(plan, where, deletes, paintFor(stdout)));
    };
    const onWarning = (message: string) => void stderr.write(`warning ${message}\n`);
    const result = await deploy({ config, destination, ...options, signal, ...progress, onPlan, onWarning });
    return { ...result, unrecorded: result.plan === undefined ? 0 : await countUnrecorded(config, result.plan) };
  };
  const { placeholders, plan, unrecorded } = await reportJsonError(flags, context, run());
  if (plan === undefined) {
    stderr.write(format.formatOpenPlaceholders(placeholders, paintFor(stderr)));
    if (json) stdout.write(`${JSON.stringify({ version: 1, ok: false, placeholders }, null, 2)}\n`);
    return 1;
  }
  if (json) stdout.write(format.formatDeployJson(plan, where, { dry, deletes }));
  else if (!dry) {
    stdout.write(format.formatDeploySummary(plan, where, deletes, paintFor(stdout)));
    stdout.write(
      formatUnrecorded(unrecorded)
        .map((line) => `${line}\n`)
        .join(''),
    );
  }
  return 0;
}

/** Counts addresses of a deployed site that `addresses.txt` does not have; none if there is no such file. */
async function countUnrecorded(config: Config, { added, changed, unchanged }: Plan<SiteFile>): Promise<number> {
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

/** Lists the releases of a deployed site. */
export async function runReleases(
  destination: Destination,
  flags: ReleasesFlags,
  context: ProcessContext,
  { signal, onSiteCode }: Stopping,
): Promise<ExitCode> {
  onSiteCode(false);
  const [{ listReleases }, format] = await Promise.all([
    import('../deploy/rollback.ts'),
    import('../deploy/format-results.ts'),
  ]);
  const { stdout } = context;
  const { root } = toBuildOptions(flags, context);
  const { endpoint, region, releases: kept } = flags;
  const releases = await reportJsonError(
    flags,
    context,
    listReleases({ root, destination, endpoint, region, signal, releases: kept, concurrency: 1 }),
  );
  stdout.write(flags.json ? format.formatReleasesJson(releases) : format.formatReleases(releases, paintFor(stdout)));
  return 0;
}

/** Restores a release. */
export async function runRollback(
  destination: Destination,
  wanted: number | undefined,
  flags: RollbackFlags,
  context: ProcessContext,
  { signal, onSiteCode }: Stopping,
): Promise<ExitCode> {
  const [{ rollBack }, { readSiteConfig }, format] = await Promise.all([
    import('../deploy/rollback.ts'),
    import('../config/load-config.ts'),
    import('../deploy/format-results.ts'),
  ]);
  const { stdout, stderr } = context;
  const { json = false } = flags;
  const options = toChangeOptions(flags);
  const { dry, deletes } = options;
  const where = formatDestination(destination);
  const { root, ...overrides } = toBuildOptions(flags, context);
  const run = async () => {
    const config = await readSiteConfig(root, overrides);
    onSiteCode(false);
    warnAboutBase(config.base, destination, context);
    const progress = createProgress(json ? undefined : stderr, 'files');
    const onPlan = (rollback: Parameters<typeof format.formatRollback>[0]) => {
      if (!json) stdout.write(format.formatRollback(rollback, where, deletes, paintFor(stdout)));
    };
    const onWarning = (message: string) => void stderr.write(`warning ${message}\n`);
    return rollBack({ config, destination, wanted, ...options, signal, ...progress, onPlan, onWarning });
  };
  const rollback = await reportJsonError(flags, context, run());
  if (json) stdout.write(format.formatRollbackJson(rollback, where, { dry, deletes }));
  else if (!dry) stdout.write(format.formatRollbackSummary(rollback, where, deletes, paintFor(stdout)));
  return 0;
}

function toChangeOptions(flags: RollbackFlags) {
  return {
    endpoint: flags.endpoint,
    region: flags.region,
    dry: flags.dryRun ?? false,
    deletes: flags.delete ?? false,
    maxDeletes: flags.maxDeletes,
    releases: flags.releases,
    keep: flags.keep,
    concurrency: flags.concurrency,
    distribution: flags.invalidate,
  };
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
  const [{ verify }, { readSiteConfig }, { formatVerifySummary, formatVerifyJson }] = await Promise.all([
    import('../deploy/verify.ts'),
    import('../config/load-config.ts'),
    import('../deploy/format-results.ts'),
  ]);
  const { json = false, concurrency } = flags;
  const { stdout, stderr } = context;
  const { root, ...overrides } = toBuildOptions(flags, context);
  const run = async () => {
    const config = await readSiteConfig(root, overrides);
    onSiteCode(false);
    return verify({ config, url, concurrency, signal, ...createProgress(json ? undefined : stderr, 'files') });
  };
  const result = await reportJsonError(flags, context, run());
  stderr.write(formatDiagnostics(result.diagnostics, paintFor(stderr)));
  if (json) stdout.write(formatVerifyJson(result, url));
  else if (result.ok) stdout.write(formatVerifySummary(result, url, paintFor(stdout)));
  else stderr.write(formatVerifySummary(result, url, paintFor(stderr)));
  return result.ok ? 0 : 1;
}
