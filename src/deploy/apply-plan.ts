import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SitegenError } from '../shared/errors.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import type { Bucket } from './s3-bucket.ts';
import { MANIFEST, formatManifest } from './manifest.ts';
import type { Plan } from './plan.ts';
import { md5Of, type SiteFile } from './site-files.ts';

export interface ApplyPlan {
  /** The site's folder, absolute. */
  readonly out: string;
  /** Deletes files that are not part of the site. */
  readonly deletes: boolean;
  readonly concurrency: number;
  /** Called for each upload and each deletion. */
  readonly onProgress?: (done: number, known: number) => void;
}

/** Larger files, in bytes, are uploaded one at a time, because each is read into memory. */
const LARGE = 16e6;

/**
 * Uploads a site to a bucket. At any moment, each page in the bucket finds its files: assets are uploaded before pages, new
 * pages before changed ones, which may link to them, and deletions come last. The manifest is written at the end; without
 * it, the next deploy compares files with the bucket instead.
 *
 * @throws {SitegenError} when an upload or deletion fails; later steps are then skipped
 */
export async function applyPlan(bucket: Bucket, plan: Plan, options: ApplyPlan): Promise<void> {
  const { out, deletes, concurrency, onProgress = () => {} } = options;
  const { added, changed, unchanged, listing } = plan;
  const [pages, others] = split(deletes ? plan.strays : [], isPage);
  const etags = new Map(listing);
  const known = added.length + changed.length + pages.length + others.length;
  let done = 0;
  const count = () => onProgress((done += 1), known);

  for (const files of inOrder(plan)) {
    const upload = async (file: SiteFile) => {
      etags.set(file.file, await bucket.write(file, await readPlanned(out, file)));
      count();
    };
    const [large, small] = split(files, ({ size }) => size > LARGE);
    await mapConcurrently(small, concurrency, upload);
    await mapConcurrently(large, 1, upload);
  }
  // Pages first: a page may still be requested while its files are deleted.
  for (const files of [pages, others]) {
    await mapConcurrently(files, concurrency, async (file) => {
      await bucket.remove(file);
      count();
    });
  }
  const site = [...added, ...changed, ...unchanged].map((file) => [file, etags.get(file.file) ?? ''] as const);
  const manifest = formatManifest(site, plan.retained);
  if (manifest !== plan.manifest) await writeManifest(bucket, manifest);
}

/** Groups of files that can be uploaded in parallel, in order. */
function inOrder({ added, changed }: Plan): SiteFile[][] {
  const [newPages, newFiles] = split(added, isPageFile);
  const [pages, files] = split(changed, isPageFile);
  return [[...newFiles, ...files], newPages, pages];
}

const isPage = (file: string) => file.endsWith('.html');
const isPageFile = ({ file, source = file, location }: SiteFile) => location !== undefined || isPage(source);

/** @throws {SitegenError} when the file has changed since the plan */
async function readPlanned(out: string, { file, source = file, md5, location }: SiteFile): Promise<Uint8Array> {
  if (location !== undefined) return Buffer.alloc(0);
  const contents = await readFile(path.join(out, source));
  if (md5Of(contents) === md5) return contents;
  throw new SitegenError(`${path.join(out, source)} changed during the deploy.\nTry: run the command again.`);
}

async function writeManifest(bucket: Bucket, text: string): Promise<void> {
  const contents = Buffer.from(text);
  const md5 = md5Of(contents);
  const headers = { type: 'application/json', cacheControl: 'no-store' };
  await bucket.write({ file: MANIFEST, size: contents.length, md5, ...headers }, contents);
}

/** @returns the items that match, and the others */
function split<Item>(items: readonly Item[], matches: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(matches), items.filter((item) => !matches(item))];
}
