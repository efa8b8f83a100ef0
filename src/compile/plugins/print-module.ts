/** Finds expressions in source files: esbuild prints each in one form, and its source map says where it is in the source. */
import { SourceMap, type SourceMapPayload } from 'node:module';
import { lineAndColumn } from '../../shared/code-frame.ts';
import { transform } from '../esbuild.ts';
import { loaderOf } from '../module-graph.ts';

/** A source file as esbuild prints it, without types and JSX. It renames variables that shadow others. */
export interface PrintedModule {
  readonly code: string;
  /**
   * @param index in `code`
   * @returns the offset in the source of the `new`, string or name that begins there; `undefined` in a string or comment
   */
  readonly offsetOf: (index: number) => number | undefined;
}

/** @param define names to print for `import.meta.url` and the like */
export async function printModule({
  file,
  text,
  define,
}: {
  readonly file: string;
  readonly text: string;
  readonly define: Record<string, string>;
}): Promise<PrintedModule> {
  // Offsets in the file itself, not in its sources.
  const ownCode = text.replaceAll('sourceMappingURL=', 'sourceMappingUrl=');
  const { code, map } = await transform(ownCode, {
    loader: loaderOf(file),
    define,
    jsx: 'automatic',
    charset: 'utf8', // names of files are not escaped
    sourcemap: 'external',
    logLevel: 'silent',
  }).catch((failure: unknown) => {
    if ((failure as { errors?: unknown }).errors === undefined) throw failure;
    return { code: '', map: '{ "version": 3, "sources": [], "names": [], "mappings": "" }' }; // the build reports it
  });
  const entries = new SourceMap(JSON.parse(map) as SourceMapPayload);
  const starts = [0, ...[...text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map(({ 0: end, index }) => index + end.length)];
  const offsetOf = (index: number): number | undefined => {
    const before = code.slice(0, index).split('\n');
    const entry = entries.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
    if (!('originalSource' in entry) || before.at(-1)?.slice(entry.generatedColumn).trim() !== '') return undefined;
    return (starts[entry.originalLine] ?? 0) + entry.originalColumn;
  };
  return { code, offsetOf };
}

/** Stands for an expression. */
const FOUND = 'SITEGEN_FOUND';

/**
 * Asks esbuild, because grammars and compilers contain these words as text.
 *
 * @param expressions `__dirname`, `import.meta.url`
 * @returns false if the file declares the name itself
 */
export async function mentionsAny(file: string, text: string, expressions: readonly string[]): Promise<boolean> {
  const define = Object.fromEntries(expressions.map((expression) => [expression, FOUND]));
  const { code } = await transform(text, { define, loader: loaderOf(file), logLevel: 'silent' });
  return code.includes(FOUND);
}

/** Counts as esbuild does: lines from 1, columns from 0. */
export function placeAt(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number; readonly lineText: string } {
  const { line, column } = lineAndColumn(text, offset);
  return { line, column: column - 1, lineText: text.split(/\r?\n/)[line - 1] ?? '' };
}
