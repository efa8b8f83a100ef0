/** The parts into which a build on several machines divides the pages of a site. */
import { createHash } from 'node:crypto';

export interface Shard {
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

/** More parts than any CI runs at a time. */
const MAX_SHARDS = 1000;

/** @param text `3/8`. @returns `undefined` unless it names a part */
export function readShard(text: string): Shard | undefined {
  const [, number, of] = (/^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? []).map(Number);
  return number === undefined || of === undefined || number > of || of > MAX_SHARDS ? undefined : { number, of };
}

export function formatShard({ number, of }: Shard): string {
  return `${number}/${of}`;
}

/** @param path of a page: `/about/`. @returns the number of the part that renders it */
export function shardOf(path: string, of: number): number {
  return (createHash('sha256').update(path).digest().readUInt32BE() % of) + 1;
}
