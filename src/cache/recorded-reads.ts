import type { DataReads, ImpureCall, RecordedReads } from '../core/page-tasks.ts';
import { hashPath } from '../core/hash.ts';

/** Set by sitegen for the code of pages, or read by Node itself. */
const IGNORED = ['NODE_ENV', 'NODE_V8_COVERAGE', 'WATCH_REPORT_DEPENDENCIES'];

/** @returns a rebuild reason: what has changed since it was read; empty when nothing has */
export function findChangedRead({ env, files }: RecordedReads): string {
  const variable = Object.keys(env).find(
    (name) => !IGNORED.includes(name) && (process.env[name] ?? null) !== env[name],
  );
  if (variable !== undefined) return `${variable} in the environment has changed`;
  const file = Object.keys(files).find((name) => hashPath(name) !== files[name]);
  return file === undefined ? '' : `${file}, which code of the site reads, has changed`;
}

export function mergeDataReads(all: readonly DataReads[]): DataReads {
  return { ...mergeReads(all), isImpure: all.some(({ isImpure }) => isImpure) };
}

export function mergeImpureCalls(all: readonly (readonly ImpureCall[])[]): ImpureCall[] {
  return [...new Map(all.flat().map((call) => [JSON.stringify(call), call])).values()];
}

export function mergeReads(all: readonly RecordedReads[]): RecordedReads {
  return {
    env: Object.assign({}, ...all.map(({ env }) => env)) as RecordedReads['env'],
    files: Object.assign({}, ...all.map(({ files }) => files)) as RecordedReads['files'],
  };
}
