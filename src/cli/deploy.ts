/** `sitegen deploy` */
import { EXPECTED_DESTINATION, formatDestination, readDestination, type Destination } from '../deploy/s3-url.ts';
import { value, type CliCommand } from './command.ts';
import {
  integer,
  toBuildOptions,
  webAddress,
  withBase,
  withConcurrency,
  withFolders,
  withJson,
  type SiteFlags,
} from './options.ts';
import { createProgress, paintFor } from './process.ts';

interface DeployFlags extends Pick<SiteFlags, 'root' | 'out' | 'base'> {
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

const HELP = `
Examples:
  sitegen deploy s3://www.example.com --dry-run   list what would be uploaded
  sitegen deploy s3://www.example.com             upload new and changed files, assets before pages
  sitegen deploy s3://www.example.com --delete    also delete its files that have left the site
  sitegen deploy s3://example/docs                deploy a site with the base /docs/
  sitegen deploy s3://www.example.com --endpoint https://s3.example.net

Requires the package @aws-sdk/client-s3. Credentials and region come from the usual AWS settings: AWS_ACCESS_KEY_ID and
AWS_SECRET_ACCESS_KEY, AWS_PROFILE, AWS_REGION. The required permissions are listed in docs/deploy.md.
An interrupted deploy can be run again and continues where it stopped.
Exit codes: 0 success, 1 the site has open placeholders, 2 the command could not run.`;

export const deploy: CliCommand<DeployFlags, Destination> = {
  name: 'deploy',

  declare: (command) =>
    withJson(withConcurrency(withBase(withFolders(command)), 16))
      .description('upload the last build to Amazon S3 or an S3-compatible service')
      .argument(
        '<destination>',
        'bucket, with or without a folder: s3://bucket/folder',
        value(readDestination, EXPECTED_DESTINATION),
      )
      .option('--dry-run', 'print what would change, and change nothing')
      .option('--delete', 'delete files of earlier deploys that have left the site; keeps recent scripts and styles')
      .option('--max-deletes <number>', 'abort if more files than this would be deleted', integer(0, 1e6), 100)
      .option('--invalidate <id>', 'CloudFront distribution in which to invalidate changed paths')
      .option('--endpoint <url>', 'endpoint of an S3-compatible service', webAddress)
      .option('--region <name>', 'region of the bucket (default: from AWS_REGION or the profile)')
      .option('--allow-placeholders', 'deploy even if the site has open placeholders')
      .addHelpText('after', HELP),

  async run(flags, context, destination) {
    const [{ deploy: deploySite }, { readSiteConfig }, format] = await Promise.all([
      import('../deploy/deploy.ts'),
      import('../config/load-config.ts'),
      import('../deploy/format-results.ts'),
    ]);
    const { stdout, stderr, stopping } = context;
    const { json = false, dryRun: dry = false, delete: deletes = false, allowPlaceholders = false } = flags;
    const { endpoint, region, maxDeletes, concurrency, invalidate: distribution } = flags;
    const where = formatDestination(destination);
    const { root, ...overrides } = toBuildOptions(flags, context);
    const config = await readSiteConfig(root, overrides);
    stopping.onSiteCode(false);
    const folder = config.base.slice(1);
    if (folder !== '' && destination.prefix !== folder) {
      const expected = `s3://${destination.bucket}/${folder}`;
      stderr.write(
        `warning The site is built for ${config.base}, which does not match ${where}. Expected ${expected}.\n`,
      );
    }
    const { placeholders, plan } = await deploySite({
      config,
      destination,
      endpoint,
      region,
      maxDeletes,
      concurrency,
      distribution,
      dry,
      deletes,
      allowPlaceholders,
      signal: stopping.signal,
      ...createProgress(json ? undefined : stderr, 'files'),
      onPlan: (found) => void (json || stdout.write(format.formatPlan(found, where, deletes, paintFor(stdout)))),
    });
    if (plan === undefined) {
      stderr.write(format.formatOpenPlaceholders(placeholders, paintFor(stderr)));
      if (json) stdout.write(`${JSON.stringify({ version: 1, ok: false, placeholders }, null, 2)}\n`);
      return 1;
    }
    if (json) stdout.write(format.formatDeployJson(plan, where, dry, deletes));
    else if (!dry) stdout.write(format.formatDeployed(plan, where, deletes, paintFor(stdout)));
    return 0;
  },
};
