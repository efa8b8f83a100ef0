/** YAML: front matter, and files of data. The only file that calls `yaml`. */
import { hasCode } from '../../shared/errors.ts';
import { loadPackage } from '../../shared/load-package.ts';
import {
  MAX_DEPTH,
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
  // `yaml` composes recursively, which may end the process if the stack overflows.
  const deep = findTooDeep(tokens);
  const tooDeep = `${subject} is nested more than ${MAX_DEPTH} levels deep.`;
  if (deep !== undefined) refuseMistakes(content, [{ message: tooDeep, ...placeAt(deep.offset ?? 0) }]);
  // `yaml` compares each key of a mapping with all others.
  const composer = new Composer({ prettyErrors: false, logLevel: 'silent', merge: true, uniqueKeys: false });
  const [document, second] = composer.compose(tokens as Parameters<typeof composer.compose>[0], true, text.length);
  if (document === undefined) throw new Error('`yaml` returned no document.');
  const mistakes = document.errors.map(({ message, pos }) => explain({ message: `${message}.`, ...placeAt(pos[0]) }));
  if (second !== undefined)
    mistakes.push({ message: `${subject} contains several documents.`, ...placeAt(second.range[0]) });
  refuseMistakes(content, mistakes);
  const lost: ContentMistake[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const known = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key) || typeof key.value === 'symbol') continue; // `<<`
        const name = String(key.value);
        if (known.has(name)) lost.push({ ...describeTwice(name), ...placeAt(key.range?.[0] ?? 0) });
        known.add(name);
      }
    },
    Scalar: (_, { value, source = '', range }) => {
      const rounded = typeof value === 'number' ? describeRounded(source) : undefined;
      if (rounded !== undefined) lost.push({ ...rounded, ...placeAt(range?.[0] ?? 0) });
    },
  });
  refuseMistakes(content, lost);
  const expand = (): unknown => {
    try {
      return document.toJS() as unknown;
    } catch (failure) {
      // An alias that is unknown, or expands to too many values.
      const message = `${subject} cannot be read: ${(failure as Error).message}.`;
      return refuseMistakes(content, [{ message, line: linesAbove || 1 }]);
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
      let merged: FilePlace | undefined; // by `<<: *anchor`
      visit(document, {
        Pair: (_, { key }) => {
          if (isScalar(key) && key.value === path[0] && key.range) merged ??= placeAt(key.range[0]);
        },
      });
      return merged;
    },
  };
}

export function describeTwice(key: string): ContentMistake {
  return { message: `The key "${key}" occurs twice.`, hint: 'remove one of the two: the first would be lost' };
}

/** @param written a number. @returns a mistake if it is an integer whose last digits are lost, or becomes infinite */
export function describeRounded(written: string): ContentMistake | undefined {
  const isInteger = /^(?:[-+]?\d{16,}|0[xo][\da-f]+)$/i.test(written);
  const value = Number(written);
  if (isInteger ? Number.isSafeInteger(value) : Math.abs(value) !== Infinity) return undefined;
  return { message: `The number ${written} is too large to be exact.`, hint: 'write it in quotes' };
}

function findTooDeep(tokens: readonly Token[]): Token | undefined {
  let level = tokens;
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) level = level.flatMap(tokensIn);
  return level[0];
}

interface Token {
  readonly type: string;
  readonly offset?: number;
  readonly value?: unknown;
  readonly key?: unknown;
  readonly items?: readonly object[];
}

/** Only tokens with a value or items contain others. An item is not a level, but what is in it. */
function tokensIn({ value, key, items }: Token): Token[] {
  const inner: unknown[] = items?.flatMap((item) => Object.values(item) as unknown[]) ?? [value, key];
  return inner.filter((one): one is Token => typeof one === 'object' && one !== null && 'type' in one);
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
