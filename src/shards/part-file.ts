/**
 * The file of facts in the folder of a part: lines of JSON, compressed with gzip. The first line is the head, the last one the end;
 * the lines between are in any order. Described in docs/scale.md.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { createGunzip, createGzip } from 'node:zlib';
import { SitegenError } from '../shared/errors.ts';
import { statIfExists } from '../shared/files.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Route } from '../shared/model.ts';
import type { JobResult, WorkerFinds } from '../shared/page-tasks.ts';
import { isHtml } from '../shared/paths.ts';
import { readShard } from './shard.ts';

/** Its name in the folder of a part. */
export const PART_FILE = 'sitegen-part.jsonl.gz';

/** Raised with each change of the format. */
export const FORMAT = 1;

/** A longer line is damage: it would be a page with a million links. In characters. */
const MAX_LINE = 256 * 1024 * 1024;

/** Everything that must be the same for all parts of a site, and the number of this one. */
export interface PartHead {
  readonly kind: 'head';
  readonly format: number;
  readonly sitegen: string;
  readonly node: string;
  /** An ISO date: the moment that the site is built for. */
  readonly at: string;
  /** From `fingerprintOf`. */
  readonly code: string;
  readonly of: number;
  readonly number: number;
}

/** Some pages of a page file, as listed: the same in all parts. */
export interface ListedRecord {
  readonly kind: 'listed';
  /** The page file. */
  readonly source: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly finds?: WorkerFinds;
}

/** A page of this part. */
export interface PageRecord {
  readonly kind: 'page';
  /** Among all pages of the site, from 0. */
  readonly index: number;
  readonly route: Route;
  /** Absent if another output has the place of the page. */
  readonly result?: Omit<JobResult, 'job' | 'written'>;
  /** The hashes of its files, by their names from the folder of the part. */
  readonly files: Readonly<Record<string, string>>;
}

/** Finds of the modules and collections that its pages use. */
interface FindsRecord {
  readonly kind: 'finds';
  readonly finds: WorkerFinds;
}

/** Written last: without it, the file is not complete. */
export interface PartEnd {
  readonly kind: 'end';
  /** Of the whole site. */
  readonly pages: number;
  /** A hash of the list of all pages. */
  readonly list: string;
  /** The number of lines before this one. */
  readonly lines: number;
  /** Failures in the background. */
  readonly late: readonly Diagnostic[];
}

export type PartRecord = PartHead | ListedRecord | PageRecord | FindsRecord | PartEnd;

export interface PartWriter {
  readonly write: (record: PartRecord) => void;
  /** The number of lines so far. */
  readonly lines: () => number;
  readonly finish: () => Promise<void>;
  /** Stops writing: the file is not complete. */
  readonly abandon: () => void;
}

/**
 * @param file absolute
 * @param root files of the project are written relative to it
 */
export function createPartWriter(file: string, root: string): PartWriter {
  const packed = createGzip({ level: 6 });
  const target = createWriteStream(file);
  const done = Promise.all([once(target, 'finish'), once(packed, 'end')]);
  done.catch(() => {}); // thrown by `finish`
  packed.on('error', (failure) => target.destroy(failure));
  packed.pipe(target);
  let lines = 0;
  return {
    write: (record) => {
      packed.write(`${JSON.stringify(record, (_key, value: unknown) => encode(value, root))}\n`);
      lines += 1;
    },
    lines: () => lines,
    finish: async () => {
      packed.end();
      await done;
    },
    abandon: () => {
      packed.destroy();
      target.destroy();
    },
  };
}

function encode(value: unknown, root: string): unknown {
  if (typeof value === 'object' && value !== null && 'file' in value && 'state' in value)
    return { ...value, file: path.relative(root, String(value.file)), state: undefined };
  return value;
}

/**
 * Reads the records of a part, one after the other.
 *
 * @param folder of the part, absolute
 * @throws {SitegenError} if the file is missing, or damaged
 */
export async function* readPartFile(folder: string): AsyncGenerator<PartRecord> {
  const file = path.join(folder, PART_FILE);
  // Opening a pipe would never end.
  if (statIfExists(file)?.isFile() !== true) throw damaged(folder, `it has no file ${PART_FILE}.`);
  const stream = createReadStream(file).on('error', (failure) => unpacked.destroy(failure));
  const unpacked = stream.pipe(createGunzip());
  let pieces: string[] = [];
  let length = 0;
  try {
    for await (const chunk of unpacked.setEncoding('utf8')) {
      const [end = '', ...starts] = String(chunk).split('\n');
      pieces.push(end);
      length += end.length;
      if (length > MAX_LINE) throw new SyntaxError('A line is too long.');
      for (const start of starts) {
        yield toRecord(JSON.parse(pieces.join('')));
        pieces = [start];
        length = start.length;
      }
    }
    if (length > 0) throw new SyntaxError('The last line is not complete.');
  } catch (cause) {
    if (cause instanceof SitegenError) throw cause;
    throw damaged(folder, cause instanceof Error ? cause.message : String(cause), cause);
  } finally {
    stream.destroy();
  }
}

/** Checks what the merge relies on before it looks at single facts. */
function toRecord(value: unknown): PartRecord {
  const record = Object(value) as Partial<PartRecord>;
  const isKnown = Object.hasOwn(CHECKS, record.kind ?? '') && CHECKS[record.kind as PartRecord['kind']](record);
  if (!isKnown) throw new SyntaxError(`A line is no record: ${(JSON.stringify(value) ?? '').slice(0, 100)}`);
  return record as PartRecord;
}

type Check = (record: Readonly<Record<string, any>>) => boolean; // oxlint-disable-line typescript/no-explicit-any -- of a stranger

const CHECKS: Readonly<Record<PartRecord['kind'], Check>> = {
  head: ({ number, of, at }) => readShard(`${number}/${of}`) !== undefined && !Number.isNaN(Date.parse(at)),
  listed: ({ diagnostics, finds }) => Array.isArray(diagnostics) && (finds === undefined || isFinds(finds)),
  page: ({ route, files, result }) => isFiles(files) && isRoute(route) && (result === undefined || isResult(result)),
  finds: ({ finds }) => isFinds(finds),
  end: ({ pages, late }) => Number.isSafeInteger(pages) && pages >= 0 && Array.isArray(late),
};

const isFinds: Check = ({ warnings, placeholders, claims, unpublished, used }) =>
  [warnings, placeholders, claims, unpublished, used?.assets, used?.pictures].every(Array.isArray);

const isFiles = (files: unknown): boolean => typeof files === 'object' && files !== null;

const isRoute: Check = ({ path: address, source, output }) =>
  [address, source, output].every((text) => typeof text === 'string') && isHtml(output);

/** Pages have a card and a text, but no settings for hosts. */
const isResult: Check = ({ problems, pictures, facts }) => {
  if (!Array.isArray(problems) || !Array.isArray(pictures)) return false;
  if (facts === undefined) return true;
  const { ids, references, images, islands, content = [], title, description, card = '.png', text } = facts;
  return (
    [ids, references, images, islands, content, ...content.map(assetsOf)].every(Array.isArray) &&
    [title, description].every((one) => typeof one === 'string') &&
    String(card).endsWith('.png') &&
    String(text === undefined ? '.md' : text.output).endsWith('.md')
  );
};

const assetsOf = (content: { readonly assets?: unknown } | undefined): unknown => content?.assets;

export function damaged(folder: string, reason: string, cause?: unknown): SitegenError {
  return new SitegenError(
    `The part in ${folder} is missing or damaged: ${reason}\n` +
      'Try: build this part again, and copy its folder as a whole, with hidden files.',
    { cause },
  );
}
