import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isElsewhere } from '../shared/address.ts';
import { SitegenError } from '../shared/errors.ts';
import type { OpenPlaceholder } from '../shared/model.ts';
import { isHtml } from '../shared/paths.ts';
import { changeBucket, type ChangeOptions } from './change-bucket.ts';
import { stampOf } from './manifest.ts';
import { planDeploy, type Plan } from './plan.ts';
import { lockSite, readPlaceholders } from './lock-site.ts';
import { listSiteFiles, withPageKeys, md5Of, type SiteFile } from './site-files.ts';

export interface DeployOptions extends ChangeOptions {
  readonly allowPlaceholders: boolean;
  /** Called before anything is changed. */
  readonly onPlan: (plan: Plan) => void;
}

export interface DeployResult {
  /** Placeholders of the site. If there are any, nothing was deployed. */
  readonly placeholders: readonly OpenPlaceholder[];
  readonly plan?: Plan<SiteFile>;
}

/**
 * Uploads the site as built last.
 *
 * @throws {SitegenError} when it cannot be deployed, before anything is changed; or when S3 fails during the upload
 */
export async function deploy(options: DeployOptions): Promise<DeployResult> {
  const { config, concurrency, onPlan } = options;
  const { root, out, base, keepAssets, elsewhere, trailingSlash } = config;
  const unlock = await lockSite(out);
  try {
    const placeholders = options.allowPlaceholders ? [] : readPlaceholders(out);
    if (placeholders.length > 0) return { placeholders };
    const isOthers = (file: string) => isElsewhere(elsewhere, base + file);
    const plan = await changeBucket<SiteFile>(options, async ({ bucket }, { listing, manifest }) => {
      const site = withPageKeys(await listSiteFiles(root, out), trailingSlash);
      const planned = await planDeploy(bucket, { listing, manifest, site, keep: keepAssets, isOthers, concurrency });
      onPlan(planned);
      return {
        plan: planned,
        isPage: ({ file, source = file, location }) => location !== undefined || isHtml(source),
        put: async (file) => bucket.write(file, await readPlanned(out, file)),
        stampOf,
      };
    });
    return { placeholders, plan };
  } finally {
    unlock();
  }
}

/** @throws {SitegenError} when the file has changed since the plan */
async function readPlanned(out: string, { file, source = file, md5, location }: SiteFile): Promise<Uint8Array> {
  if (location !== undefined) return Buffer.alloc(0);
  const contents = await readFile(path.join(out, source));
  if (md5Of(contents) === md5) return contents;
  throw new SitegenError(`${path.join(out, source)} changed during the deploy.\nTry: run the command again.`);
}
