/** Errors of islands in the browser, which open pages report. */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { frameAt } from '../check/describe-problems.ts';
import { error, type Diagnostic, type Place } from '../shared/diagnostics.ts';
import { isWithin, toPosix } from '../shared/paths.ts';
import { ifPresent } from './send-file.ts';

/** `http://127.0.0.1:3000/assets/counter-AB12CD34.js:12:5`, in the stack of any browser */
const FRAME = /https?:\/\/[^\s()]*?\/(assets\/[\w./-]+\.js)(?:\?[^\s():]*)?:(\d+):(\d+)/g;

/** The folders that the addresses and the paths in source maps are relative to. Absolute. */
export interface ScriptFolders {
  readonly root: string;
  /** Contains the scripts. */
  readonly served: string;
  /** Where they would be published. */
  readonly out: string;
}

/** An error as a browser reports it. */
export interface ScriptError {
  readonly message: string;
  readonly stack: string;
  /** The path of the page. */
  readonly page: string;
}

/** @returns `undefined` if no script of an island is involved */
export function describeIslandError(
  folders: ScriptFolders,
  { message, stack, page }: ScriptError,
): Diagnostic | undefined {
  const frames = [...stack.matchAll(FRAME)];
  if (frames.length === 0) return undefined;
  const place = frames.map((frame) => findSource(folders, frame)).find((found) => found !== undefined);
  const frame = place && frameAt(folders.root, place);
  return error('island-failed', `An island failed in the browser. ${message}`, {
    place,
    frame,
    pages: { paths: [page], count: 1 },
  });
}

/** The place in a site file; `undefined` for a package. */
function findSource(
  { root, served, out }: ScriptFolders,
  [, script = '', line, column]: RegExpExecArray,
): Required<Place> | undefined {
  const map = path.join(served, `${script}.map`);
  if (!isWithin(served, map)) return undefined;
  const text = ifPresent(() => readFileSync(map, 'utf8'));
  if (text === undefined) return undefined;
  const entry = new SourceMap(JSON.parse(text)).findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in entry)) return undefined;
  const file = path.resolve(out, path.dirname(script), entry.originalSource);
  const fromRoot = toPosix(path.relative(root, file));
  if (!isWithin(root, file) || /(^|\/)node_modules\//.test(fromRoot)) return undefined;
  return { file: fromRoot, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}
