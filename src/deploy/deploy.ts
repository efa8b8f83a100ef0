import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SitegenError } from '../shared/errors.ts';
import { waitForAll } from '../shared/concurrency.ts';
import type { OpenPlaceholder } from '../shared/model.ts';
import { isHtml } from '../shared/paths.ts';
import { changeBucket, type Change, type ChangeOptions, type OpenSite } from './change-bucket.ts';
import { md5Of } from './hash-files.ts';
import { stampOf } from './manifest.ts';
import { planChanges, type Plan } from './plan.ts';
import { lockSite, readPlaceholders } from './lock-site.ts';
import type { StoredHeaders } from './s3-bucket.ts';
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
  const { config, signal } = options;
  const { out } = config;
  const unlock = await lockSite(out);
  try {
    const placeholders = options.allowPlaceholders ? [] : readPlaceholders(out);
    if (placeholders.length > 0) return { placeholders };
    const names = listPublished(out);
    const ended = new AbortController();
    const hashing = listSiteFiles(config, names, AbortSignal.any([signal, ended.signal])); // while the bucket is listed
    const given = { ...options, names };
    const changing = changeBucket<SiteFile>(given, async (site) => prepare(site, await hashing, options));
    const [change] = await waitForAll([changing.finally(() => ended.abort()), hashing]);
    return { placeholders, plan: change.plan };
  } finally {
    unlock();
  }
}

async function prepare(
  site: OpenSite,
  published: readonly SiteFile[],
  options: DeployOptions,
): Promise<Change<SiteFile>> {
  const { config, concurrency, onPlan } = options;
  const { bucket } = site;
  const files = withPageKeys(published, config.trailingSlash);
  const isThere = async (file: SiteFile, etag: string) => {
    // An ETag is the MD5 of the contents, except for multipart uploads and objects encrypted with a KMS key.
    if (etag !== file.md5) return false;
    const headers = await bucket.readHeaders(file.file);
    return hasHeadersOf(headers, file);
  };
  const plan = await planChanges({ config, site, files, stampOf, isThere, concurrency });
  onPlan(plan);
  return {
    plan,
    isPage: ({ file, source = file, location }) => location !== undefined || isHtml(source),
    put: async (file) => bucket.write(file, await readPlanned(config.out, file)),
    stampOf,
  };
}

function hasHeadersOf(headers: StoredHeaders, { type, cacheControl, location }: SiteFile): boolean {
  return headers.type === type && headers.cacheControl === cacheControl && headers.location === location;
}

/** @throws {SitegenError} when the file has changed since the plan */
async function readPlanned(out: string, { file, source = file, md5, location }: SiteFile): Promise<Uint8Array> {
  if (location !== undefined) return Buffer.alloc(0);
  const contents = await readFile(path.join(out, source));
  if (md5Of(contents) === md5) return contents;
  throw new SitegenError(`${path.join(out, source)} changed during the deploy.\nTry: run the command again.`);
}
