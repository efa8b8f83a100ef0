/** YAML: front matter, and files of data. The only file that calls `yaml`. */
import { hasCode } from '../../shared/errors.ts';
import { loadPackage } from '../../shared/load-package.ts';
import { MAX_DEPTH } from '../check-depth.ts';
import {
  limitMistakes,
  missingPackages,
  refuseMistakes,
  type ContentFile,
  type ContentMistake,
} from '../content-problem.ts';

/** A place in a file. Both count from 1. */
export interface FilePlace {
  readonly line: number;
  readonly column: number;
}

export interface Yaml {
  readonly value: unknown;
  /** @returns the place of a value, or of the innermost value around it that exists; `undefined` without one */
  readonly placeOf: (path: readonly PropertyKey[]) => FilePlace | undefined;
}

interface YamlSource {
  readonly content: ContentFile;
  /** The part of the file that is YAML. */
  readonly text: string;
  /** How many lines of the file are above it. */
  readonly linesAbove: number;
  /** For messages: `The front matter`. */
  readonly subject: string;
}

/** @throws {SitegenError} with all mistakes in the YAML, and when `yaml` is not installed */
export function parseYaml({ content, text, linesAbove, subject }: YamlSource): Yaml {
  const { Composer, LineCounter, Parser, isScalar, visit } = loadYaml(subject);
  const counter = new LineCounter();
  const placeAt = (offset: number) => {
    const { line, col } = counter.linePos(offset);
    return { line: line + linesAbove, column: col };
  };
  const tokens = [...new Parser(counter.addNewLine).parse(text)];
  const deep = findDeep(tokens);
  if (deep !== undefined) refuseMistakes(content, [{ message: `${subject} is ${TOO_DEEP}`, ...placeAt(deep) }]);
  const options = { prettyErrors: false, logLevel: 'silent', merge: true } as const;
  // `yaml` compares each key of a mapping with all others.
  const composer = new Composer({ ...options, lineCounter: counter, uniqueKeys: false });
  const [document, second] = composer.compose(tokens, true, text.length);
  if (document === undefined) throw new Error('`yaml` returned no document.');
  if (second !== undefined)
    refuseMistakes(content, [{ message: `${subject} contains several documents.`, ...placeAt(second.range[0]) }]);
  const mistakes = document.errors.map(({ message, pos }) => ({ message: `${message}.`, ...placeAt(pos[0]) }));
  refuseMistakes(content, mistakes.map(explain));
  const lost: ContentMistake[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const known = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key) || typeof key.value === 'symbol') continue; // `<<`
        const name = String(key.value);
        if (known.has(name)) lost.push({ message: `The key "${name}" occurs twice.`, ...placeAt(key.range?.[0] ?? 0) });
        known.add(name);
      }
    },
    Scalar: (_, { value, source = '', range }) => {
      const rounded = typeof value === 'number' ? describeRounded(source) : undefined;
      if (rounded !== undefined) lost.push({ ...rounded, ...placeAt(range?.[0] ?? 0) });
    },
  });
  const { listed, more } = limitMistakes(lost);
  refuseMistakes(content, [...listed, ...more]);
  const expand = (): unknown => {
    try {
      return document.toJS() as unknown;
    } catch (failure) {
      // `yaml` throws a ReferenceError for an alias that is unknown, or expands to too many values.
      const { message } = failure as Error;
      if (!(failure instanceof ReferenceError || message.startsWith('Merge sources'))) throw failure;
      refuseMistakes(content, [{ message: `${subject} cannot be read: ${message}.`, line: linesAbove || 1 }]);
      return undefined;
    }
  };
  return {
    value: expand(),
    placeOf: (path) => {
      for (let length = path.length; length > 0; length -= 1) {
        const node: unknown = document.getIn(path.slice(0, length), true);
        const { range } = Object(node) as { readonly range?: readonly number[] | null };
        if (range?.[0] !== undefined) return placeAt(range[0]);
      }
      let merged: number | undefined; // by `<<: *anchor`
      visit(document, {
        Pair: (_, { key }) => {
          const { value, range } = Object(key) as { readonly value?: unknown; readonly range?: readonly number[] };
          if (value === path[0]) merged ??= range?.[0];
        },
      });
      return merged === undefined ? undefined : placeAt(merged);
    },
  };
}

/** What `yaml` composes recursively: it may end the process if the stack overflows. */
const TOO_DEEP = `nested more than ${MAX_DEPTH} levels deep.`;

/** @returns where the tokens are nested too deeply. Only tokens with a value or items contain others */
function findDeep(tokens: readonly object[]): number | undefined {
  let level = tokens;
  for (let depth = 0; level.length > 0; depth += 1) {
    const [first] = level as readonly { readonly offset?: number }[];
    if (depth > MAX_DEPTH) return first?.offset ?? 0;
    level = level.flatMap((token) => {
      const { value, key, items } = token as { value?: unknown; key?: unknown; items?: readonly object[] };
      // An item is not a level, but what is in it.
      const inner = items?.flatMap((item) => Object.values(item) as unknown[]) ?? [value, key];
      return inner.filter((one): one is object => typeof one === 'object' && one !== null && 'type' in one);
    });
  }
  return undefined;
}

/** @param written a number. @returns a mistake without a place, if it is an integer whose last digits are lost */
export function describeRounded(written: string): ContentMistake | undefined {
  if (!/^[-+]?\d{16,}$/.test(written) || Number.isSafeInteger(Number(written))) return undefined;
  return { message: `The number ${written} is too large to be exact.`, hint: 'write it in quotes' };
}

/** Dates, prices and colons are what authors forget to quote. */
function explain(mistake: ContentMistake): ContentMistake {
  const isUnquoted = /Nested mappings are not allowed in compact mappings|Implicit keys/.test(mistake.message);
  return isUnquoted ? { ...mistake, hint: 'put a text that contains ": " in quotes' } : mistake;
}

function loadYaml(subject: string): typeof import('yaml') {
  try {
    return loadPackage('yaml') as typeof import('yaml');
  } catch (cause) {
    if (!hasCode(cause, 'MODULE_NOT_FOUND')) throw cause;
    throw missingPackages(subject === 'The front matter' ? 'Front matter' : 'YAML', ['yaml'], cause);
  }
}
