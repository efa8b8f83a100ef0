/** Reads the parts of a site, and checks that they belong together. Parts come from other machines: nothing in them is trusted. */
import path from 'node:path';
import { readLinkedFile } from '../content/resolve-address.ts';
import { contentFolder, mayPublish } from '../project/kinds.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import { SitegenError, hasCode } from '../shared/errors.ts';
import { realPathIfExists, readRegularFile } from '../shared/files.ts';
import { count } from '../shared/format.ts';
import { hashOf } from '../shared/hash.ts';
import type { Asset, SourceFile } from '../shared/model.ts';
import { MARKER, illegalInFileName, isWithin, toPosix } from '../shared/paths.ts';
import type { WorkerFinds } from '../shared/page-tasks.ts';
import {
  FORMAT,
  damaged,
  readPartFile,
  type ListedRecord,
  type PageRecord,
  type PartEnd,
  type PartHead,
  type PartRecord,
} from './part-file.ts';
import { formatShard, shardOf } from './shard.ts';

/** A page in a part. */
export interface PartPage extends PageRecord {
  /** The folder of its part, absolute. */
  readonly folder: string;
}

/** All parts of a site. */
export interface Parts {
  /** The moment that they are built for. */
  readonly at: Date;
  readonly listed: readonly ListedRecord[];
  /** The number of pages. */
  readonly total: number;
  /** All pages, in the order of the site. Few of them are in memory at a time. */
  readonly readPages: () => AsyncGenerator<PartPage>;
  readonly finds: readonly WorkerFinds[];
  readonly late: readonly Diagnostic[];
}

/** Everything in a part besides its pages. */
interface Part {
  readonly folder: string;
  readonly head: PartHead;
  readonly end: PartEnd;
  readonly others: readonly PartRecord[];
  /** The indexes of its pages, in their order in the file. */
  readonly indexes: readonly number[];
}

/** A page is at most as long as the longest text. In bytes. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * @param folders of the parts, absolute
 * @param expected of the project on this machine
 * @throws {SitegenError} if a part is missing, damaged, or of another site
 */
export async function readParts(
  folders: readonly string[],
  root: string,
  expected: Pick<PartHead, 'sitegen' | 'node' | 'code'>,
): Promise<Parts> {
  const parts: Part[] = [];
  const toAsset = createToAsset(root);
  for (const folder of new Set(folders)) parts.push(await readPart(folder, toAsset));
  const [first] = parts;
  if (first === undefined) throw new SitegenError('There are no parts to merge.\nTry: sitegen merge part-*');
  const mistakes = [
    ...parts.flatMap((part) => describeOther(part, { format: FORMAT, ...expected }, 'this machine')),
    ...parts.flatMap((part) => describeOther(part, { of: first.head.of, at: first.head.at }, first.folder)),
    ...describeNumbers(parts, first.head.of),
  ];
  if (mistakes.length > 0)
    throw new SitegenError(
      `These parts are not one site:\n${mistakes.map((line) => `  ${line}\n`).join('')}Try: build all parts from one commit, with one --at, and merge all of them.`,
    );
  for (const { folder, end } of parts) {
    if (end.list !== first.end.list || end.pages !== first.end.pages)
      throw new SitegenError(
        `The parts in ${first.folder} and ${folder} list different pages: ${count(first.end.pages, 'page')}, and ${end.pages}.\n` +
          'Try: let `paths` and collections read data that is the same on all machines. See docs/scale.md.',
      );
  }
  const records = parts.flatMap((part) => part.others);
  const total = first.end.pages;
  const owners = findOwners(parts, total);
  return {
    at: new Date(first.head.at),
    listed: first.others.filter((record) => record.kind === 'listed'),
    total,
    readPages: () => readInOrder(owners, toAsset),
    finds: records.flatMap((record) => (record.kind === 'finds' ? [record.finds] : [])),
    late: parts.flatMap(({ end }) => end.late),
  };
}

async function readPart(folder: string, toAsset: ToAsset): Promise<Part> {
  const others: PartRecord[] = [];
  const indexes: number[] = [];
  let head: PartHead | undefined;
  for await (const record of readPartFile(folder)) {
    head ??= toHead(record, folder);
    if (record.kind === 'page') indexes.push(indexOf(record, head, folder));
    else others.push(restore(record, (asset) => toAsset(asset, folder)));
  }
  const end = others.at(-1);
  if (head === undefined) throw damaged(folder, 'the file has no head.');
  if (end?.kind !== 'end' || end.lines !== others.length + indexes.length - 1)
    throw damaged(folder, 'the file of facts is not complete.');
  return { folder, head, end, others, indexes };
}

function toHead(record: PartRecord, folder: string): PartHead {
  if (record.kind !== 'head') throw damaged(folder, 'the file has no head.');
  // Of another version, whose other lines may look different.
  if (record.format !== FORMAT)
    throw new SitegenError(`The part in ${folder} was built by sitegen ${record.sitegen}, whose format differs.`);
  return record;
}

function indexOf({ index, route }: PageRecord, { number, of }: PartHead, folder: string): number {
  const isOwn = Number.isSafeInteger(index) && index >= 0 && shardOf(route.path, of) === number;
  if (!isOwn) throw damaged(folder, `it has no right to the page ${route.path}.`);
  return index;
}

type ToAsset = (asset: Asset, folder: string) => Asset;

/** Replaces files that content refers to by those of this machine. */
function restore(record: PartRecord, toAsset: (asset: Asset) => Asset): PartRecord {
  const toFinds = (finds: WorkerFinds): WorkerFinds => {
    return { ...finds, used: { ...finds.used, assets: finds.used.assets.map(toAsset) } };
  };
  if (record.kind === 'finds') return { ...record, finds: toFinds(record.finds) };
  if (record.kind === 'listed') return { ...record, ...(record.finds && { finds: toFinds(record.finds) }) };
  return record;
}

function restorePage(record: PageRecord, toAsset: (asset: Asset) => Asset): PageRecord {
  const { result } = record;
  const { facts } = result ?? {};
  if (result === undefined || facts?.content === undefined) return record;
  const content = facts.content.map((used) => ({ ...used, assets: used.assets.map(toAsset) }));
  return { ...record, result: { ...result, facts: { ...facts, content } } };
}

/**
 * Creates a function that finds a file on this machine. A part could name any: content must be allowed to publish it, and its
 * contents must be those that the part has seen.
 */
function createToAsset(root: string): ToAsset {
  const known = new Map<string, Asset | undefined>();
  const find = (file: string): Asset | undefined => {
    const source = toPosix(path.relative(root, file));
    const content = { file: source, folder: contentFolder(root, path.posix.dirname(source)) };
    const checked = mayPublish(file, { root, content });
    return 'real' in checked ? readLinkedFile(checked.real).asset : undefined;
  };
  return (asset, folder) => {
    const { output, contents } = Object(asset) as Partial<Asset>;
    const file = path.resolve(root, String((contents as Partial<SourceFile> | undefined)?.file));
    if (!known.has(file)) known.set(file, find(file));
    const found = known.get(file);
    if (found === undefined || found.output !== output)
      throw damaged(folder, `it refers to ${file}, which differs on this machine, or must not be published.`);
    return found;
  };
}

function describeOther({ folder, head }: Part, expected: Partial<PartHead>, other: string): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const own = head[name as keyof PartHead];
    if (own === value) return [];
    if (name === 'code') return [`${folder} was built from another commit or config than ${other} has`];
    const term = { of: 'parts', at: '--at', node: 'Node', sitegen: 'sitegen', format: 'format' }[name] ?? name;
    return [`${folder} has ${term} ${own}, and ${other} ${value}`];
  });
}

function describeNumbers(parts: readonly Part[], of: number): string[] {
  const byNumber = new Map<number, string>();
  const twice = parts.flatMap(({ folder, head: { number } }) => {
    const known = byNumber.get(number);
    byNumber.set(number, folder);
    return known === undefined ? [] : [`${known} and ${folder} are the same part, ${formatShard({ number, of })}`];
  });
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((number) => !byNumber.has(number));
  return [
    ...twice,
    ...(missing.length === 0
      ? []
      : [
          `missing: ${missing
            .slice(0, 10)
            .map((number) => formatShard({ number, of }))
            .join(', ')}${missing.length > 10 ? ` and ${missing.length - 10} more` : ''}`,
        ]),
  ];
}

/** @returns the part of each page */
function findOwners(parts: readonly Part[], total: number): readonly Part[] {
  const owners: Part[] = [];
  for (const part of parts) {
    for (const index of part.indexes) {
      if (index >= total || owners[index] !== undefined)
        throw damaged(part.folder, `it has no right to page ${index + 1} of ${total}.`);
      owners[index] = part;
    }
  }
  for (let index = 0; index < total; index += 1)
    if (owners[index] === undefined)
      throw new SitegenError(`No part has page ${index + 1} of ${total}.\nTry: build the parts again.`);
  return owners;
}

/** Reads all parts side by side. In each of them, pages are almost in the order of the site. */
async function* readInOrder(owners: readonly Part[], toAsset: ToAsset): AsyncGenerator<PartPage> {
  const readers = new Map([...new Set(owners)].map((part) => [part, createPageReader(part, toAsset)]));
  try {
    for (const [index, part] of owners.entries()) {
      const page = await readers.get(part)?.read(index);
      if (page === undefined) throw damaged(part.folder, 'the file of facts has changed.');
      yield page;
    }
  } finally {
    for (const { close } of readers.values()) await close();
  }
}

function createPageReader({ folder }: Part, toAsset: ToAsset) {
  const records = readPartFile(folder);
  /** Pages that come before others which they follow in the site. */
  const early = new Map<number, PageRecord>();
  const find = async (index: number): Promise<PageRecord | undefined> => {
    for (let next = await records.next(); next.done !== true; next = await records.next()) {
      const record = next.value;
      if (record.kind !== 'page') continue;
      if (record.index === index) return record;
      early.set(record.index, record);
    }
    return undefined;
  };
  return {
    read: async (index: number): Promise<PartPage | undefined> => {
      const record = early.get(index) ?? (await find(index));
      early.delete(index);
      return record && { ...restorePage(record, (asset) => toAsset(asset, folder)), folder };
    },
    close: async (): Promise<void> => void (await records.return(undefined)),
  };
}

/**
 * Reads a file of a page.
 *
 * @param name from the folder of the part
 * @throws {SitegenError} if it is missing, outside of the folder, or differs from what the part has written
 */
export function readFileOfPart({ folder, files }: PartPage, name: string): Uint8Array {
  const parts = name.split('/');
  const isPlain = parts.every((part) => part !== '' && illegalInFileName(part) === undefined) && name !== MARKER;
  const real = isPlain ? realPathIfExists(path.join(folder, name)) : undefined;
  const isInside = real !== undefined && isWithin(realPathIfExists(folder) ?? folder, real);
  const contents = isInside ? readIfReadable(real) : undefined;
  if (contents === undefined || hashOf(contents) !== files[name])
    throw damaged(folder, `"${name}" is missing, or has other bytes.`);
  return contents;
}

function readIfReadable(file: string): Uint8Array | undefined {
  try {
    return readRegularFile(file, MAX_BYTES);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EACCES')) return undefined;
    throw error;
  }
}
