/** What the commands do that deal with a site's host, and how they tell it. */
import { inWorld, orTell, type SiteFlags } from './commands.ts';
import type { Destination } from '../deploy/s3-url.ts';
import { formatDiagnostics } from '../core/format.ts';
import { paintFor, progressOn, type ExitCode, type World } from './process.ts';

export interface DeployFlags extends Pick<SiteFlags, 'root' | 'out' | 'base'> {
  readonly endpoint?: string;
  readonly region?: string;
  readonly dryRun?: true;
  readonly delete?: true;
  readonly maxDeletes: number;
  readonly allowPlaceholders?: true;
  readonly concurrency: number;
  readonly invalidate?: string;
  readonly json?: true;
}

/** Uploads what the last build has made. */
export async function runDeploy(
  destination: Destination,
  flags: DeployFlags,
  world: World,
  signal: AbortSignal,
): Promise<ExitCode> {
  const [{ deploy }, { readSiteConfig }, { formatDestination }, report] = await Promise.all([
    import('../deploy/deploy.ts'),
    import('../project/load-config.ts'),
    import('../deploy/s3-url.ts'),
    import('../deploy/format.ts'),
  ]);
  const { stdout, stderr } = world;
  const where = formatDestination(destination);
  const { dryRun: dry = false, delete: deletes = false, allowPlaceholders = false, maxDeletes, concurrency } = flags;
  const { root, ...overrides } = inWorld(flags, world);
  const run = async () => {
    const config = await readSiteConfig(root, overrides);
    const folder = config.base.slice(1);
    if (folder !== '' && destination.prefix !== folder)
      stderr.write(
        `The site is for ${config.base}, and goes to ${where}: s3://${destination.bucket}/${folder} fits.\n`,
      );
    return deploy({
      config,
      destination,
      endpoint: flags.endpoint,
      region: flags.region,
      dry,
      deletes,
      maxDeletes,
      allowPlaceholders,
      concurrency,
      distribution: flags.invalidate,
      signal,
      ...progressOn(flags.json ? undefined : stderr, 'files'),
      onPlan: (plan) => {
        if (!flags.json) stdout.write(report.formatPlan(plan, where, deletes, paintFor(stdout)));
      },
    });
  };
  const { placeholders, plan } = await orTell(flags, world, run());
  if (plan === undefined) {
    stderr.write(report.formatUnready(placeholders, paintFor(stderr)));
    if (flags.json) stdout.write(`${JSON.stringify({ version: 1, ok: false, placeholders }, null, 2)}\n`);
    return 1;
  }
  if (flags.json) stdout.write(report.formatPlanJson(plan, where, { dry, deletes }));
  else if (!dry) stdout.write(report.formatDeployed(plan, where, deletes, paintFor(stdout)));
  return 0;
}

export interface VerifyFlags extends Pick<SiteFlags, 'root' | 'out'> {
  readonly concurrency: number;
  readonly json?: true;
}

/** Says how a live site differs from the last build. */
export async function runVerify(url: string, flags: VerifyFlags, world: World, signal: AbortSignal): Promise<ExitCode> {
  const [{ verify }, { readSiteConfig }, { formatVerified, formatVerifiedJson }] = await Promise.all([
    import('../deploy/verify.ts'),
    import('../project/load-config.ts'),
    import('../deploy/format.ts'),
  ]);
  const { json = false, concurrency } = flags;
  const { stdout, stderr } = world;
  const { root, ...overrides } = inWorld(flags, world);
  const run = async () => {
    const config = await readSiteConfig(root, overrides);
    return verify({ config, url, concurrency, signal, ...progressOn(json ? undefined : stderr, 'files') });
  };
  const verified = await orTell(flags, world, run());
  stderr.write(formatDiagnostics(verified.diagnostics, paintFor(stderr)));
  if (json) stdout.write(formatVerifiedJson(verified, url));
  else if (verified.ok) stdout.write(formatVerified(verified, url, paintFor(stdout)));
  else stderr.write(formatVerified(verified, url, paintFor(stderr)));
  return verified.ok ? 0 : 1;
}
