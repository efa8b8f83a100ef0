import type { DataReads, Reads } from '../core/page-tasks.ts';
import { readDigest } from '../core/hash.ts';

/** Set by sitegen itself for the code of pages, or read by Node itself. */
const IGNORED = ['NODE_ENV', 'NODE_V8_COVERAGE', 'WATCH_REPORT_DEPENDENCIES'];

/** @returns what is other than when code has read it, as a reason; empty when nothing is */
export function findChangedRead({ env, files }: Reads): string {
  const variable = Object.keys(env).find(
    (name) => !IGNORED.includes(name) && (process.env[name] ?? null) !== env[name],
  );
  if (variable !== undefined) return `${variable} in the environment has changed`;
  const file = Object.keys(files).find((name) => readDigest(name) !== files[name]);
  return file === undefined ? '' : `${file} has changed, which code of the site reads`;
}

/** @returns whether one has reached outside, and what all have read */
export function joinDataReads(all: readonly DataReads[]): DataReads {
  return { ...joinReads(all), isOpen: all.some(({ isOpen }) => isOpen) };
}

export function joinReads(all: readonly Reads[]): Reads {
  return {
    env: Object.assign({}, ...all.map(({ env }) => env)) as Reads['env'],
    files: Object.assign({}, ...all.map(({ files }) => files)) as Reads['files'],
  };
}
