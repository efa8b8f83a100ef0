import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SitegenError } from '../shared/errors.ts';
import { waitForAll } from '../shared/concurrency.ts';
import type { OpenPlaceholder } from '../shared/model.ts';
import { isHtml } from '../shared/paths.ts';
import { lookUp } from '../shared/records.ts';
import { changeBucket, type ChangeOptions } from './change-bucket.ts';
import { md5Of } from './hash-files.ts';
import { fileKeyOf, stampOf } from './manifest.ts';
import { planChanges, type Plan } from './plan.ts';
import { lockSite, readPlaceholders } from './lock-site.ts';
import type { Bucket } from './s3-bucket.ts';
import { listPublished, listSiteFiles, withPageKeys, type SiteFile } from './site-files.ts';

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
  const { config, concurrency, signal, onPlan } = options;
  const { out, trailingSlash } = config;
  const unlock = await lockSite(out);
  try {
    const placeholders = options.allowPlaceholders ? [] : readPlaceholders(out);
    if (placeholders.length > 0) return { placeholders };
    const names = listPublished(out);
    const ended = new AbortController();
    const hashing = listSiteFiles(config, names, AbortSignal.any([signal, ended.signal])); // while the bucket is listed
    const changing = changeBucket<SiteFile>({ ...options, names }, async (site) => {
      const files = withPageKeys(await hashing, trailingSlash);
      // S3 has the last word: what the manifest recorded of a file is valid as long as the object is still the one uploaded then.
      const isThere = async (file: SiteFile, etag: string) =>
        lookUp(site.manifest.stamps, fileKeyOf(file.file)) === stampOf(file, etag) ||
        // An ETag is the MD5 of the contents, except for multipart uploads and objects encrypted with a KMS key.
        (etag === file.md5 && (await hasHeadersOf(site.bucket, file)));
      const planned = await planChanges({ config, site, files, isThere, concurrency });
      onPlan(planned);
      return {
        plan: planned,
        isPage: ({ file, source = file, location }) => location !== undefined || isHtml(source),
        put: async (file) => site.bucket.write(file, await readPlanned(out, file)),
        stampOf,
      };
    });
    const [{ plan }] = await waitForAll([changing.finally(() => ended.abort()), hashing]);
    return { placeholders, plan };
  } finally {
    unlock();
  }
}

async function hasHeadersOf(bucket: Bucket, { file, type, cacheControl, location }: SiteFile): Promise<boolean> {
  const headers = await bucket.readHeaders(file);
  return headers.type === type && headers.cacheControl === cacheControl && headers.location === location;
}

/** @throws {SitegenError} when the file has changed since the plan */
async function readPlanned(out: string, { file, source = file, md5, location }: SiteFile): Promise<Uint8Array> {
  if (location !== undefined) return Buffer.alloc(0);
  const contents = await readFile(path.join(out, source));
  if (md5Of(contents) === md5) return contents;
  throw new SitegenError(`${path.join(out, source)} changed during the deploy.\nTry: run the command again.`);
}
