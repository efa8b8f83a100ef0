import { createHmac, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { hashPath } from '../core/hash.ts';
import type { DataReads, ImpureCall, RecordedReads } from '../core/page-tasks.ts';
import { IGNORED_VARIABLES, answer } from './answers.ts';

/** As it is before `tracking/` wraps it. */
const { env: environment } = process;

/** In place of a hash, where two reads during one build found different contents. */
const CONTRADICTION = 'changed while it was read';

/** In ms. File systems have a clock of their own. */
const CLOCK_STEP = 20;

/** Reads as the cache stores them: variables may be secrets, so their values are hashed with a key of the cache. */
export interface SealedReads {
  readonly key: string;
  readonly reads: RecordedReads;
}

export const createKey = (): string => randomBytes(32).toString('hex');

export function sealReads(key: string, reads: RecordedReads): RecordedReads {
  const env = Object.entries(reads.env).map(([name, value]) => [name, sealValue(key, value)] as const);
  return { ...reads, env: Object.fromEntries(env) };
}

/** Sealed reads, none of which has changed, as they were before. */
export function unsealReads(reads: RecordedReads): RecordedReads {
  const env = Object.keys(reads.env).map((name) => [name, valueOf(name)] as const);
  return { ...reads, env: Object.fromEntries(env) };
}

/** Names such as `hasOwnProperty` are no variables. */
function valueOf(name: string): string | null {
  return Object.hasOwn(environment, name) ? (environment[name] ?? null) : null;
}

function sealValue(key: string, value: string | null): string | null {
  return value === null ? null : createHmac('sha256', key).update(value).digest('base64url');
}

/** @returns a rebuild reason: what has changed since it was read; empty when nothing has */
export function findChangedRead({ key, reads }: SealedReads): string {
  const { env, files, answers } = reads;
  const variable = Object.keys(env).find(
    (name) => !IGNORED_VARIABLES.includes(name) && sealValue(key, valueOf(name)) !== env[name],
  );
  if (variable !== undefined) return `${variable} in the environment has changed`;
  const file = Object.keys(files).find((name) => hashPath(name) !== files[name]);
  if (file !== undefined) return `${file}, which code of the site reads, has changed`;
  const question = Object.keys(answers).find((name) => answer(name) !== answers[name]);
  return question === undefined ? '' : `"${question}", which code of the site asks for, has changed`;
}

/**
 * @param start of the build, in ms: what was not touched since then need not be read again
 * @returns the file or folder that changed while it was read; `undefined` when none did
 */
export function findUnstableRead({ files, answers }: RecordedReads, start: number): string | undefined {
  const isUntouched = (file: string) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    // Files that the kernel makes up, such as those in /proc, have no size.
    return stat !== undefined && stat.size > 0 && stat.ctimeMs < start - CLOCK_STEP;
  };
  const isStable = (file: string, hash: string) =>
    hash !== CONTRADICTION && (isUntouched(file) || hashPath(file) === hash);
  const file = Object.entries(files).find(([name, hash]) => !isStable(name, hash))?.[0];
  return file ?? Object.entries(answers).find(([question, found]) => answer(question) !== found)?.[0];
}

export function mergeDataReads(all: readonly DataReads[]): DataReads {
  const [hasLoaded, isImpure] = [all.some((reads) => reads.hasLoaded), all.some((reads) => reads.isImpure)];
  return { ...mergeReads(all), hasLoaded, isImpure };
}

export function mergeImpureCalls(all: readonly (readonly ImpureCall[])[]): ImpureCall[] {
  return [...new Map(all.flat().map((call) => [JSON.stringify(call), call])).values()];
}

export function mergeReads(all: readonly RecordedReads[]): RecordedReads {
  return {
    env: mergeEntries(all.map(({ env }) => env)),
    files: mergeEntries(all.map(({ files }) => files)),
    answers: mergeEntries(all.map(({ answers }) => answers)),
  };
}

/** Two values of one read count as a change: what was derived from either may be out of date. */
function mergeEntries<Value>(all: readonly Readonly<Record<string, Value>>[]): Record<string, Value | string> {
  const merged = new Map<string, Value | string>();
  for (const [name, value] of all.flatMap((entries) => Object.entries(entries))) {
    merged.set(name, merged.has(name) && merged.get(name) !== value ? CONTRADICTION : value);
  }
  return Object.fromEntries(merged);
}
