/**
 * `a.ts` and `b.ts` import each other, and one reads a constant of the other before it has a value. ES modules throw then, but
 * esbuild declares constants of modules with `var`, so they are `undefined`. In such modules, they become `let`.
 */
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import type { Metafile, OutputFile } from 'esbuild';
import { toPosix } from '../shared/paths.ts';
import { packageOfFile } from './module-graph.ts';

/** Matches the declarations for which reading too early is an error. Others, such as enums, may read themselves. */
const DECLARATION = /^(?:export\s+)?(?:default\b|const\s(?!enum\b)|let\b|(?:abstract\s+)?class\b)/;

/**
 * @param files that esbuild has written, with their source maps
 * @returns the code of each changed file, by path
 */
export function keepDeadZones(root: string, files: readonly OutputFile[], metafile: Metafile): Map<string, string> {
  const cyclic = findCyclic(metafile);
  if (cyclic.size === 0) return new Map();
  const sources = new Map([...cyclic].map((file) => [path.join(root, file), linesOf(path.join(root, file))] as const));
  return new Map(
    files.flatMap(({ path: file, text }) => {
      const map = files.find((other) => other.path === `${file}.map`);
      const inputs = metafile.outputs[toPosix(path.relative(root, file))]?.inputs ?? {};
      if (map === undefined || !Object.keys(inputs).some((input) => cyclic.has(input))) return [];
      return [[file, declareAgain({ file, text, map: map.text }, sources)] as const];
    }),
  );
}

function linesOf(file: string): readonly string[] {
  return readFileSync(file, 'utf8').split(/\r\n|[\n\r\u2028\u2029]/);
}

function declareAgain(
  { file, text, map }: { readonly file: string; readonly text: string; readonly map: string },
  sources: ReadonlyMap<string, readonly string[]>,
): string {
  const mapped = new SourceMap(JSON.parse(map) as SourceMapPayload);
  const isDeclaration = (line: number) => {
    const entry = mapped.findEntry(line, 0);
    if (!('originalSource' in entry) || entry.generatedLine !== line || entry.generatedColumn !== 0) return false;
    const source = sources.get(path.resolve(path.dirname(file), entry.originalSource));
    return DECLARATION.test(source?.[entry.originalLine]?.slice(entry.originalColumn) ?? '');
  };
  const lines = text.split('\n');
  // `let` is as long as `var`, so the source map stays correct.
  return lines
    .map((line, index) => (line.startsWith('var ') && isDeclaration(index) ? `let${line.slice(3)}` : line))
    .join('\n');
}

/** @returns the site files that import each other, and files on the way from one such cycle to another */
function findCyclic({ inputs }: Metafile): Set<string> {
  const edges = Object.entries(inputs).flatMap(([from, { imports }]) =>
    imports.flatMap(({ path: to, kind }) =>
      kind === 'import-statement' && Object.hasOwn(inputs, to) ? [{ from, to }] : [],
    ),
  );
  const left = new Set(Object.keys(inputs));
  removeEnds(left, edges);
  removeEnds(
    left,
    edges.map(({ from, to }) => ({ from: to, to: from })),
  );
  return new Set([...left].filter((file) => !file.includes(':') && packageOfFile(file) === undefined));
}

interface Edge {
  readonly from: string;
  readonly to: string;
}

/** Repeatedly removes files that import none of the others. */
function removeEnds(left: Set<string>, edges: readonly Edge[]): void {
  const importers = new Map<string, string[]>();
  const counts = new Map<string, number>();
  for (const { from, to } of edges) {
    if (!left.has(from) || !left.has(to)) continue;
    const known = importers.get(to);
    if (known === undefined) importers.set(to, [from]);
    else known.push(from);
    counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  const ends = [...left].filter((file) => !counts.has(file));
  for (let file = ends.pop(); file !== undefined; file = ends.pop()) {
    left.delete(file);
    for (const importer of importers.get(file) ?? []) {
      const count = (counts.get(importer) ?? 0) - 1;
      counts.set(importer, count);
      if (count === 0) ends.push(importer);
    }
  }
}
