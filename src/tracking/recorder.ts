import { SPECIAL } from '../core/hash.ts';
import type { RecordedReads } from '../core/page-tasks.ts';

/** Reads that are being recorded. */
export interface OpenRecord {
  readonly env: Map<string, string | null>;
  readonly files: Map<string, string>;
  readonly answers: Map<string, string>;
}

/** Records what is read by the code that is running. The first answer counts: a later one that differs is a change. */
export interface Recorder {
  readonly isSiteCode: () => boolean;
  readonly addVariable: (name: string, value: string | null) => void;
  readonly addFile: (file: string, hash: () => string) => void;
  readonly addAnswer: (question: string, answer: () => string) => void;
}

/**
 * @param records of the code that is running
 * @param onUse called when something is read that cannot be read again to compare it
 */
export function createRecorder(
  records: () => readonly OpenRecord[],
  isSiteCode: () => boolean,
  onUse: (what: string) => void,
): Recorder {
  let isAsking = false;
  const add = <Value>(maps: readonly Map<string, Value>[], name: string, find: () => Value) => {
    const missing = maps.filter((map) => !map.has(name));
    if (isAsking || missing.length === 0) return; // some functions of `fs` call others, which are watched
    isAsking = true;
    const value = maps.find((map) => map.has(name))?.get(name) ?? find();
    isAsking = false;
    if (value === SPECIAL) onUse(`the device ${name}`);
    for (const map of missing) map.set(name, value);
  };
  return {
    isSiteCode,
    addVariable: (name, value) =>
      add(
        records().map(({ env }) => env),
        name,
        () => value,
      ),
    addFile: (file, hash) =>
      add(
        records().map(({ files }) => files),
        file,
        hash,
      ),
    addAnswer: (question, answer) =>
      add(
        records().map(({ answers }) => answers),
        question,
        answer,
      ),
  };
}

export function openRecord(): OpenRecord {
  return { env: new Map(), files: new Map(), answers: new Map() };
}

export function closeRecord({ env, files, answers }: OpenRecord): RecordedReads {
  return { env: Object.fromEntries(env), files: Object.fromEntries(files), answers: Object.fromEntries(answers) };
}
