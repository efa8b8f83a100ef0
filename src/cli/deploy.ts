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
import { count, formatBytes, formatPlaceholders } from '../shared/format.ts';
import { printableName, type Paint } from '../shared/format-diagnostic.ts';
import type { OpenPlaceholder } from '../shared/model.ts';
import type { Plan } from '../deploy/plan.ts';

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
    const [{ deploy: deploySite }, { readSiteConfig }] = await Promise.all([
      import('../deploy/deploy.ts'),
      import('../config/load-config.ts'),
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
      onPlan: (found) => void (json || stdout.write(formatPlan(found, where, deletes, paintFor(stdout)))),
    });
    if (plan === undefined) {
      stderr.write(formatOpenPlaceholders(placeholders, paintFor(stderr)));
      if (json) stdout.write(`${JSON.stringify({ version: 1, ok: false, placeholders }, null, 2)}\n`);
      return 1;
    }
    if (json) stdout.write(formatDeployJson(plan, where, dry, deletes));
    else if (!dry) stdout.write(formatDeployed(plan, where, deletes, paintFor(stdout)));
    return 0;
  },
};

/** Longer lists are cut; their totals are always shown. */
const MAX_LINES = 20;

/**
 * The changes a deploy is about to make.
 *
 * @param where `s3://bucket/site/`
 * @param deletes true if stray files are deleted
 */
function formatPlan(plan: Plan, where: string, deletes: boolean, paint: Paint): string {
  const { added, changed, unchanged, strays } = plan;
  const deleted = deletes ? strays : [];
  const line = (what: string, size: string, file: string) => `  ${what}${size}  ${printableName(file)}`;
  const lines = [
    ...added.map(({ file, size }) => line(`${paint('green', 'new')}      `, formatBytes(size), file)),
    ...changed.map(({ file, size }) => line(`${paint('yellow', 'changed')}  `, formatBytes(size), file)),
    ...deleted.map((file) => line(`${paint('red', 'delete')}   `, ' '.repeat(9), file)),
  ];
  const others = lines.length - MAX_LINES;
  const more = others > 0 ? [`  and ${count(others, 'more file')}`] : [];
  const note = `  ${count(strays.length, 'file')} of earlier deploys ${strays.length === 1 ? 'has' : 'have'} left the site (use --delete to remove)`;
  const counts = [`${added.length} new`, `${changed.length} changed`, `${unchanged.length} unchanged`];
  if (deletes) counts.push(`${strays.length} to delete`);
  return [
    `${paint('bold', where)}  ${counts.join(', ')}; ${formatBytes(bytesOf(plan)).trim()} to upload`,
    ...lines.slice(0, MAX_LINES),
    ...more,
    ...(strays.length > 0 && !deletes ? [note] : []),
    '',
  ].join('\n');
}

/** The result of a deploy, in one line. */
function formatDeployed({ added, changed, strays }: Plan, where: string, deletes: boolean, paint: Paint): string {
  const written = `${count(added.length + changed.length, 'file')} uploaded`;
  const deleted = deletes ? `, ${count(strays.length, 'file')} deleted` : '';
  return `${paint('green', `Deployed to ${where}`)}: ${written}${deleted}.\n`;
}

/** Why a site with open placeholders is not deployed. */
function formatOpenPlaceholders(placeholders: readonly OpenPlaceholder[], paint: Paint): string {
  return `${formatPlaceholders(placeholders, paint).join('\n')}Nothing was deployed. Use --allow-placeholders to deploy anyway.\n`;
}

/** For programs. */
function formatDeployJson(plan: Plan, where: string, dry: boolean, deletes: boolean): string {
  const { added, changed, unchanged, strays, retained } = plan;
  const names = (files: Plan['added']) => files.map(({ file }) => file);
  const report = {
    version: 1,
    ok: true,
    destination: where,
    dryRun: dry,
    bytes: bytesOf(plan),
    added: names(added),
    changed: names(changed),
    unchanged: unchanged.length,
    deleted: deletes ? strays : [],
    stray: deletes ? [] : strays,
    retained,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function bytesOf({ added, changed }: Plan): number {
  return [...added, ...changed].reduce((sum, { size }) => sum + size, 0);
}
