import { SitegenError } from '../core/errors.ts';
import type { Config, OpenPlaceholder } from '../core/model.ts';
import { applyPlan } from './apply-plan.ts';
import { openBucket } from './s3-bucket.ts';
import type { Destination } from './s3-url.ts';
import { addressesToForget, openDistribution } from './cloudfront.ts';
import { planDeploy, type Plan } from './plan.ts';
import { holdSite, readPlaceholders } from './lock-site.ts';
import { listSiteFiles } from './site-files.ts';

export interface DeployOptions {
  readonly config: Config;
  readonly destination: Destination;
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  /** Ends after the plan. */
  readonly dry: boolean;
  /** Whether what is not part of the site is deleted, and how much of that is no mistake. */
  readonly deletes: boolean;
  readonly maxDeletes: number;
  readonly allowPlaceholders: boolean;
  /** So many requests at a time. */
  readonly concurrency: number;
  /** Of CloudFront, to forget what has changed. */
  readonly distribution: string | undefined;
  readonly signal: AbortSignal;
  /** Told before anything is changed. */
  readonly onPlan: (plan: Plan) => void;
  readonly onProgress?: (done: number, known: number) => void;
}

/** What has come of a deploy. */
export interface Deployed {
  /** Facts that are missing; if there are any, nothing was deployed. */
  readonly placeholders: readonly OpenPlaceholder[];
  readonly plan?: Plan;
}

/**
 * Uploads the site that the last build has made, as it is.
 *
 * @throws {SitegenError} when it cannot be deployed, with nothing changed; or when S3 has ceased to answer in between
 */
export async function deploy(options: DeployOptions): Promise<Deployed> {
  const { config, distribution, signal, concurrency } = options;
  const { root, out, base, keepAssets } = config;
  const release = await holdSite(out);
  try {
    const placeholders = options.allowPlaceholders ? [] : readPlaceholders(root, out);
    if (placeholders.length > 0) return { placeholders };
    const forget = distribution === undefined ? undefined : openDistribution({ root, distribution, signal });
    const bucket = openBucket({ root, ...options });
    try {
      const site = await listSiteFiles(root, out);
      const plan = await planDeploy(bucket, { site, keep: keepAssets, concurrency });
      options.onPlan(plan);
      if (options.dry) return { placeholders, plan };
      refuseMany(plan, options);
      await applyPlan(bucket, plan, { ...options, out });
      await forget?.(addressesToForget(plan, base, options.deletes));
      return { placeholders, plan };
    } finally {
      bucket.close();
    }
  } finally {
    release();
  }
}

/** A wrong prefix, or an `out` of another site, shows in how much would go. */
function refuseMany({ gone }: Plan, { deletes, maxDeletes }: DeployOptions): void {
  if (!deletes || gone.length <= maxDeletes) return;
  throw new SitegenError(
    `${gone.length} files would be deleted, more than ${maxDeletes}. Nothing was changed.\n` +
      `Try: look at what they are with --dry-run, then --max-deletes ${gone.length}`,
  );
}
