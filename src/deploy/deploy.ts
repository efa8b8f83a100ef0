import { isElsewhere } from '../api/elsewhere.ts';
import { SitegenError } from '../shared/errors.ts';
import type { Config, OpenPlaceholder } from '../shared/model.ts';
import { applyPlan } from './apply-plan.ts';
import { openBucket } from './s3-bucket.ts';
import type { Destination } from './s3-url.ts';
import { pathsToInvalidate, createInvalidator } from './invalidate-cloudfront.ts';
import { planDeploy, type Plan } from './plan.ts';
import { lockSite, readPlaceholders } from './lock-site.ts';
import { listSiteFiles, withPageKeys } from './site-files.ts';

export interface DeployOptions {
  readonly config: Config;
  readonly destination: Destination;
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  /** Only plans. */
  readonly dry: boolean;
  /** Deletes files that are not part of the site. */
  readonly deletes: boolean;
  /** More deletions than this are taken for a mistake. */
  readonly maxDeletes: number;
  readonly allowPlaceholders: boolean;
  /** The maximum number of simultaneous requests. */
  readonly concurrency: number;
  /** The CloudFront distribution in which to invalidate changed paths. */
  readonly distribution: string | undefined;
  readonly signal: AbortSignal;
  /** Called before anything is changed. */
  readonly onPlan: (plan: Plan) => void;
  readonly onProgress?: (done: number, known: number) => void;
}

export interface DeployResult {
  /** Placeholders of the site. If there are any, nothing was deployed. */
  readonly placeholders: readonly OpenPlaceholder[];
  readonly plan?: Plan;
}

/**
 * Uploads the site as built last.
 *
 * @throws {SitegenError} when it cannot be deployed, before anything is changed; or when S3 fails during the upload
 */
export async function deploy(options: DeployOptions): Promise<DeployResult> {
  const { config, distribution, signal, concurrency } = options;
  const { root, out, base, keepAssets, elsewhere, trailingSlash } = config;
  const release = await lockSite(out);
  try {
    const placeholders = options.allowPlaceholders ? [] : readPlaceholders(out);
    if (placeholders.length > 0) return { placeholders };
    const invalidate = distribution === undefined ? undefined : createInvalidator({ root, distribution, signal });
    const bucket = openBucket({ root, ...options });
    try {
      const site = withPageKeys(await listSiteFiles(root, out), trailingSlash);
      const isOthers = (file: string) => isElsewhere(elsewhere, base + file);
      const plan = await planDeploy(bucket, { site, keep: keepAssets, isOthers, concurrency });
      options.onPlan(plan);
      if (options.dry) return { placeholders, plan };
      limitDeletes(plan, options);
      await applyPlan(bucket, plan, { ...options, out });
      await invalidate?.(pathsToInvalidate(plan, base, options.deletes));
      return { placeholders, plan };
    } finally {
      bucket.close();
    }
  } finally {
    release();
  }
}

/** Many deletions are a sign of a wrong prefix, or of the `out` of another site. */
function limitDeletes({ strays }: Plan, { deletes, maxDeletes }: DeployOptions): void {
  if (!deletes || strays.length <= maxDeletes) return;
  throw new SitegenError(
    `This deploy would delete ${strays.length} files, more than the limit of ${maxDeletes}. Nothing was changed.\n` +
      `Try: review them with --dry-run, then add --max-deletes ${strays.length}`,
  );
}
