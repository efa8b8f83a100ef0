/**
 * The file of facts in the folder of a part: lines of JSON, compressed with gzip. The first line is the head, the last one the end;
 * the lines between are in any order. Described in docs/scale.md.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { createGunzip, createGzip } from 'node:zlib';
import { SitegenError } from '../shared/errors.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Route } from '../shared/model.ts';
import type { JobResult, WorkerFinds } from '../shared/page-tasks.ts';

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
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
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
  const stream = createReadStream(path.join(folder, PART_FILE)).on('error', (failure) => unpacked.destroy(failure));
  const unpacked = stream.pipe(createGunzip());
  let rest = '';
  try {
    for await (const chunk of unpacked.setEncoding('utf8')) {
      const lines = `${rest}${String(chunk)}`.split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE) throw new SyntaxError('A line is too long.');
      for (const line of lines) yield toRecord(JSON.parse(line));
    }
    if (rest !== '') throw new SyntaxError('The last line is not complete.');
  } catch (cause) {
    if (cause instanceof SitegenError) throw cause;
    throw damaged(folder, cause instanceof Error ? cause.message : String(cause), cause);
  } finally {
    stream.destroy();
  }
}

/** Checks what the merge relies on before it looks at single facts. */
function toRecord(value: unknown): PartRecord {
  const record = value as PartRecord | null;
  if (record?.kind === 'page' && !isPage(record)) throw new SyntaxError('A page lacks fields.');
  if (record?.kind === undefined) throw new SyntaxError('A line is no record.');
  return record;
}

function isPage({ route, files, result }: Partial<PageRecord>): boolean {
  const { problems, pictures, facts } = result ?? { problems: [], pictures: [] };
  const lists = [problems, pictures, ...(facts ? [facts.ids, facts.references, facts.images, facts.islands] : [])];
  const texts = [route?.path, route?.source, route?.output, ...(facts ? [facts.title, facts.description] : [])];
  return files !== undefined && lists.every(Array.isArray) && texts.every((text) => typeof text === 'string');
}

export function damaged(folder: string, reason: string, cause?: unknown): SitegenError {
  return new SitegenError(
    `The part in ${folder} is missing or damaged: ${reason}\n` +
      'Try: build this part again, and copy its folder as a whole, with hidden files.',
    { cause },
  );
}
