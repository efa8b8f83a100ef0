import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isPromise } from 'node:util/types';
import { codeFrame } from '../../shared/code-frame.ts';
import { error, type Diagnostic } from '../../shared/diagnostics.ts';
import { findMetaMistakes } from '../../shared/meta-fields.ts';

/** @param source of the page, from the root. @returns the mistakes in a page's `meta`, with the lines of their fields */
export function describeMeta(root: string, source: string, meta: unknown): Diagnostic[] {
  if (isPromise(meta)) meta.catch(() => {}); // it is a mistake, whatever it settles to
  return findMetaMistakes(meta, 'meta').map(({ path: keys, code, message, hint }) => {
    const text = readFileSync(path.join(root, source), 'utf8');
    const at = findField(text, keys);
    if (at === undefined) return error(code, message, { place: { file: source }, hint });
    const before = text.slice(0, at).split('\n');
    const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
    return error(code, message, { place: { file: source, line, column }, hint, frame: codeFrame(text, line, column) });
  });
}

const META = /^[ \t]*export\s+(?:const|let|var|(?:async\s+)?function)\s+meta\b/m;
const NEXT_STATEMENT = /^(?:export|import|const|let|var|function|async|class|interface|type)\b/m;

/** @returns the offset of a field in the code of `meta`, or of `meta` itself; `undefined` if another file exports it */
function findField(text: string, keys: readonly string[]): number | undefined {
  const declared = META.exec(text);
  if (declared === null) return undefined;
  let found = declared.index + declared[0].length - 'meta'.length;
  const start = found;
  const rest = text.slice(start);
  const code = rest.slice(0, NEXT_STATEMENT.exec(rest)?.index);
  let at = 0;
  for (const key of keys) {
    const field = new RegExp(`(?<![\\w$.-])(["']?)${key.replace(/\W/g, '\\$&')}\\1\\s*[:,}]`).exec(code.slice(at));
    if (field === null) break;
    at += field.index;
    found = start + at;
  }
  return found;
}
