/** Reads the parts of a site, and checks that they belong together. Parts come from other machines: nothing in them is trusted. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../shared/diagnostics.ts';
import { SitegenError, hasCode } from '../shared/errors.ts';
import { realPathIfExists, readRegularFile, stateOf } from '../shared/files.ts';
import { count } from '../shared/format.ts';
import { hashOf } from '../shared/hash.ts';
import { MARKER, isWithin } from '../shared/paths.ts';
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
  /** All pages, in the order of the site. */
  readonly pages: readonly PartPage[];
  readonly finds: readonly WorkerFinds[];
  readonly late: readonly Diagnostic[];
}

interface Part {
  readonly folder: string;
  readonly head: PartHead;
  readonly end: PartEnd;
  readonly records: readonly PartRecord[];
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
  for (const folder of new Set(folders)) parts.push(await readPart(folder, root));
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
  const records = parts.flatMap((part) => part.records);
  return {
    at: new Date(first.head.at),
    listed: first.records.filter((record) => record.kind === 'listed'),
    pages: orderPages(parts, first.end.pages),
    finds: records.flatMap((record) => (record.kind === 'finds' ? [record.finds] : [])),
    late: parts.flatMap(({ end }) => end.late),
  };
}

async function readPart(folder: string, root: string): Promise<Part> {
  const records: PartRecord[] = [];
  for await (const record of readPartFile(folder)) records.push(restore(record, root, folder));
  const [head] = records;
  const end = records.at(-1);
  if (head?.kind !== 'head') throw damaged(folder, 'the file has no head.');
  // Of another version, whose end may look different.
  if (head.format !== FORMAT)
    throw new SitegenError(`The part in ${folder} was built by sitegen ${head.sitegen}, whose format differs.`);
  if (end?.kind !== 'end' || end.lines !== records.length - 1)
    throw damaged(folder, 'the file of facts is not complete.');
  return { folder, head, end, records };
}

/** Turns what JSON cannot express back into bytes and files of the project. */
function restore(record: PartRecord, root: string, folder: string): PartRecord {
  const revive = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(revive);
    if ('base64' in value) return new Uint8Array(Buffer.from(String(value.base64), 'base64'));
    if ('file' in value && 'length' in value)
      return readSource(root, value as { file: string; length: number }, folder);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, revive(item)]));
  };
  return record.kind === 'page' || record.kind === 'finds' || record.kind === 'listed'
    ? (revive(record) as PartRecord)
    : record;
}

/** A file of the project that pages refer to. It must be the one that the part has seen. */
function readSource(
  root: string,
  { file, length }: { readonly file: string; readonly length: number },
  folder: string,
) {
  const absolute = path.resolve(root, file);
  const stat = statSync(absolute, { throwIfNoEntry: false });
  if (stat?.size !== length) throw damaged(folder, `it refers to ${file}, which differs on this machine.`);
  return { file: absolute, length, state: stateOf(stat) };
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

function orderPages(parts: readonly Part[], total: number): PartPage[] {
  const pages: PartPage[] = [];
  for (const { folder, head, records } of parts) {
    for (const record of records) {
      if (record.kind !== 'page') continue;
      const { index, route } = record;
      const isOwn =
        Number.isInteger(index) && index >= 0 && index < total && shardOf(route.path, head.of) === head.number;
      if (!isOwn || pages[index] !== undefined) throw damaged(folder, `it has no right to the page ${route.path}.`);
      pages[index] = { ...record, folder };
    }
  }
  for (let index = 0; index < total; index += 1)
    if (pages[index] === undefined)
      throw new SitegenError(`No part has page ${index + 1} of ${total}.\nTry: build the parts again.`);
  return pages;
}

/**
 * Reads a file of a page.
 *
 * @param name from the folder of the part
 * @throws {SitegenError} if it is missing, outside of the folder, or differs from what the part has written
 */
export function readFileOfPart({ folder, files }: PartPage, name: string): Uint8Array {
  const parts = name.split('/');
  const isPlain =
    parts.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\\')) && name !== MARKER;
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
