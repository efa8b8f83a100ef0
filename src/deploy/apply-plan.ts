import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SitegenError } from '../core/errors.ts';
import { mapConcurrently } from '../core/concurrency.ts';
import type { Bucket } from './s3-bucket.ts';
import { MANIFEST, formatManifest } from './manifest.ts';
import type { Plan } from './plan.ts';
import { md5Of, type SiteFile } from './site-files.ts';

export interface ApplyPlan {
  /** The site's folder, absolute. */
  readonly out: string;
  /** Whether what is not part of the site is to go. */
  readonly deletes: boolean;
  readonly concurrency: number;
  /** Told of each file and of each deletion. */
  readonly onProgress?: (done: number, known: number) => void;
}

/** Files of more bytes than this are uploaded one after the other, as each is held in memory as a whole. */
const LARGE = 16e6;

/**
 * Makes a bucket hold a site. At every moment each page in it finds its files: those come before pages, new pages before
 * others that may link to them, and deletions last. The manifest is the end; a deploy that does not come to it knows less of
 * what it has done the next time, and looks.
 *
 * @throws {SitegenError} when a file could not be uploaded or deleted. Nothing of what comes later is done then
 */
export async function applyPlan(bucket: Bucket, plan: Plan, options: ApplyPlan): Promise<void> {
  const { out, deletes, concurrency, onProgress = () => {} } = options;
  const { added, changed, unchanged, listing } = plan;
  const [pages, others] = split(deletes ? plan.gone : [], isPage);
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
  // A page that is to go may still be read while its files are deleted.
  for (const files of [pages, others]) {
    await mapConcurrently(files, concurrency, async (file) => {
      await bucket.remove(file);
      count();
    });
  }
  const site = [...added, ...changed, ...unchanged].map((file) => [file, etags.get(file.file) ?? ''] as const);
  const manifest = formatManifest(site, plan.former);
  if (manifest !== plan.manifest) await writeManifest(bucket, manifest);
}

/** What can be uploaded side by side, one list after the other. */
function inOrder({ added, changed }: Plan): SiteFile[][] {
  const [newPages, newFiles] = split(added, isPageFile);
  const [pages, files] = split(changed, isPageFile);
  return [[...newFiles, ...files], newPages, pages];
}

const isPage = (file: string) => file.endsWith('.html');
const isPageFile = ({ file, location }: SiteFile) => location !== undefined || isPage(file);

/** @throws {SitegenError} when it is not what was planned for any more */
async function readPlanned(out: string, { file, md5, location }: SiteFile): Promise<Uint8Array> {
  if (location !== undefined) return Buffer.alloc(0);
  const contents = await readFile(path.join(out, file));
  if (md5Of(contents) === md5) return contents;
  throw new SitegenError(`${path.join(out, file)} has changed while the site was deployed.\nTry: run it again.`);
}

async function writeManifest(bucket: Bucket, text: string): Promise<void> {
  const contents = Buffer.from(text);
  const md5 = md5Of(contents);
  const headers = { type: 'application/json', cacheControl: 'no-store' };
  await bucket.write({ file: MANIFEST, size: contents.length, md5, ...headers }, contents);
}

/** @returns those that are meant, and the others */
function split<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isMeant), items.filter((item) => !isMeant(item))];
}
