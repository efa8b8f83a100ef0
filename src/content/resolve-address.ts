import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { decodePath, encodePath } from '../shared/address.ts';
import { hashedOutput } from '../shared/asset-files.ts';
import { stateOf, statIfExists } from '../shared/files.ts';
import { IS_IMAGE, sizeOfImage, type ImageSize } from '../shared/image-size.ts';
import { mayPublish, type Refusal } from '../project/kinds.ts';
import type { RefusedFile } from '../shared/page-facts.ts';
import type { Asset, PageFile } from '../shared/model.ts';
import { PAGES, isLayout, isPageFile, toPageFile, toPosix, toRoute } from '../shared/paths.ts';
import { contentVersion } from './content-setup.ts';
import { sourceOf } from './collections/entry-paths.ts';

/** The address of a file. */
export interface FileAddress {
  readonly url: string;
  /** The file to publish. */
  readonly asset?: Asset;
  /** The size of an image. */
  readonly size?: ImageSize;
  /** A file of a collection, from the root. */
  readonly entry?: string;
  /** Why the file must not be published. The address is then unchanged. */
  readonly refused?: RefusedFile;
}

/**
 * A relative address in content names a file, as in an editor or on GitHub. All other addresses, including those without a
 * file, stay as they are written: the link check reports broken ones.
 *
 * @param from the content file, from the root; empty for a text that is in none
 *
 * @example
 * resolveAddress(settings, 'templates/pages/guide/index.md', '../about.md#team') // { url: '/about/#team' }
 */
export function resolveAddress(
  { root, trailingSlash }: { readonly root: string; readonly trailingSlash: boolean },
  from: string,
  address: string,
): FileAddress | undefined {
  const [, written = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  if (from === '' || !IS_RELATIVE_FILE.test(written)) return undefined;
  const target = toTarget(root, from, written);
  const entry = contentVersion().files.get(target);
  if (entry?.path !== undefined) return { url: entry.path + rest, entry: target };
  const file = path.join(root, target);
  if (statIfExists(file)?.isDirectory() !== false) return undefined;
  const page = toPage(target);
  if (page !== undefined) return { url: encodePath(toRoute(page, trailingSlash).path) + rest };
  if (entry !== undefined) return { url: address, entry: target, refused: { collection: entry.collection } };
  const checked = mayPublish(file, { root, content: sourceOf(root, from) });
  if ('reason' in checked) return { url: address, refused: describeRefusal(target, checked) };
  const { asset, size } = readLinkedFile(checked.real);
  return { url: `/${encodePath(asset.output)}${rest}`, asset, ...(size && { size }) };
}

/** @returns the content file that an address names, if it is neither a page nor in a collection that has been read */
export function findUnknown(root: string, from: string, address: string): string | undefined {
  const written = address.replace(/[?#].*$/s, '');
  if (from === '' || !/\.mdx?$/.test(written) || !IS_RELATIVE_FILE.test(written)) return undefined;
  const target = toTarget(root, from, written);
  return contentVersion().files.has(target) || toPage(target) !== undefined ? undefined : target;
}

/** The page of a page file, unless its name has brackets: it then has many pages. */
function toPage(target: string): PageFile | undefined {
  if (!target.startsWith(`${PAGES}/`) || !isPageFile(target) || isLayout(target)) return undefined;
  const page = toPageFile(target);
  return page.isParametric ? undefined : page;
}

/** `guide/setup.md`, `../photo.jpg`; neither `/a.md` nor `mailto:a@b.c` nor `../guide/` */
const IS_RELATIVE_FILE = /^(?![/\\]|[a-z][a-z\d+.-]*:)[^\0]*\.\w+$/i;

/** @returns from the root */
function toTarget(root: string, from: string, written: string): string {
  return toPosix(path.relative(root, path.join(root, path.dirname(from), decodePath(written) ?? '')));
}

function describeRefusal(target: string, { reason, hint }: Refusal): RefusedFile {
  return { message: `"${target}" cannot be published: it ${reason}.`, hint };
}

/** @param file absolute, which `mayPublish` has allowed */
function readLinkedFile(file: string) {
  const { linkedFiles } = contentVersion();
  const found = statSync(file);
  const state = stateOf(found);
  const before = linkedFiles.get(file);
  if (before?.state === state) return before;
  const bytes = readFileSync(file);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const asset = { output: hashedOutput(file, hash, bytes), contents: { file, state, length: found.size } };
  const read = { state, asset, size: IS_IMAGE.test(file) ? sizeOfImage(file, bytes) : undefined };
  linkedFiles.set(file, read);
  return read;
}
