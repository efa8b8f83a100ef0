/** Files of JSON. `JSON.parse` says nothing of a key that is written twice, and of the digits of a large integer that it drops. */
import { MAX_DEPTH, TOO_DEEP } from '../check-depth.ts';
import { limitMistakes, refuseMistakes, type ContentFile, type ContentMistake } from '../content-problem.ts';
import { describeRounded, type FilePlace } from './parse-yaml.ts';

/** @throws {SitegenError} with the mistakes */
export function parseJson(content: ContentFile): unknown {
  const { text } = content;
  const value = parse(content);
  const mistakes: (ContentMistake & { readonly at: number })[] = [];
  scanJson(text, 0, {
    onRepeatedKey: (key, at) => mistakes.push({ message: `The key "${key}" occurs twice.`, at }),
    onValue: (path, at, written) => {
      // Copying deeper data to other workers overflows the stack, which names no file.
      const mistake = path.length === MAX_DEPTH + 1 ? { message: TOO_DEEP } : describeRounded(written);
      if (mistake !== undefined) mistakes.push({ ...mistake, at });
    },
  });
  const { listed, more } = limitMistakes(mistakes);
  refuseMistakes(content, [...listed.map(({ at, ...mistake }) => ({ ...mistake, ...placeAt(text, at) })), ...more]);
  return value;
}

function parse(content: ContentFile): unknown {
  const { text } = content;
  try {
    return JSON.parse(text) as unknown;
  } catch (failure) {
    const { message } = failure as SyntaxError;
    const at = findOffset(message, text);
    // ` in JSON at position 12 (line 1 column 13)`, `, ..."text around it"... is not valid JSON`
    const problem = message.replace(/(?: (?:in|after) JSON at|, (?:\.{3})?").*$/s, '');
    refuseMistakes(content, [{ message: `${problem}.`, ...(at !== undefined && placeAt(text, at)) }]);
    return undefined;
  }
}

/** V8 names the offset, or quotes ten characters before and after it. */
function findOffset(message: string, text: string): number | undefined {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  if (position !== undefined) return Number(position);
  if (message.startsWith('Unexpected end')) return text.trimEnd().length;
  const [, around = ''] = /, \.{3}"([^]*)"(?:\.{3})? is not valid JSON$/.exec(message) ?? [];
  const at = text.indexOf(around);
  return around !== '' && at === text.lastIndexOf(around) ? at + 10 : undefined;
}

/** @returns finds the place of a value, or of the innermost value around it that exists */
export function placesInJson(text: string): (path: readonly PropertyKey[]) => FilePlace {
  /** Where the values in the outermost array or object begin: the rows. */
  const starts = new Map<string, number>();
  scanJson(text, 0, {
    onValue: ([outer, ...inner], at) => {
      if (outer !== undefined && inner.length === 0) starts.set(String(outer), at);
    },
  });
  return ([first, ...path]) => {
    let best = starts.get(String(first));
    if (best === undefined) return { line: 1, column: 1 };
    let depth = 0;
    scanJson(text, best, {
      onValue: (keys, at) => {
        const isOnPath = keys.length === depth + 1 && keys.every((key, index) => String(key) === String(path[index]));
        if (isOnPath) [best, depth] = [at, keys.length];
      },
    });
    return placeAt(text, best);
  };
}

interface JsonVisitor {
  /** Called for each value, from the outer to the inner ones. @param path of keys and indexes, which changes afterwards */
  readonly onValue: (path: readonly (string | number)[], at: number, written: string) => void;
  readonly onRepeatedKey?: (key: string, at: number) => void;
}

/** @param text valid JSON. @param from where the value begins */
function scanJson(text: string, from: number, { onValue, onRepeatedKey }: JsonVisitor): void {
  const path: (string | number)[] = [];
  /** The keys so far of each object around, by its depth. */
  const keys: (Set<string> | undefined)[] = [];
  let isKey = false;
  for (const { at, written } of tokensOf(text, from)) {
    const last = path.length - 1;
    const index = path[last];
    if (written === '}' || written === ']') {
      isKey = false;
      path.pop();
      keys.length = path.length;
    } else if (written === ',') {
      isKey = typeof index === 'string';
      if (typeof index === 'number') path[last] = index + 1;
    } else if (isKey) {
      const key = JSON.parse(written) as string;
      const known = (keys[last] ??= new Set());
      if (known.has(key)) onRepeatedKey?.(key, at);
      known.add(key);
      path[last] = key;
      isKey = false;
    } else {
      onValue(path, at, written);
      isKey = written === '{';
      if (isKey || written === '[') path.push(isKey ? '' : 0);
    }
    if (path.length === 0) return;
  }
}

/** Spaces and colons are no tokens. */
function* tokensOf(text: string, from: number): Generator<{ readonly at: number; readonly written: string }> {
  const token = /[{}[\],]|"|[\w.+-]+/g;
  token.lastIndex = from;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const { index: at } = found;
    if (found[0] === '"') token.lastIndex = endOfString(text, at);
    yield { at, written: text.slice(at, token.lastIndex) };
  }
}

/** A loop, because a regular expression needs memory for each character of a long text. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function placeAt(text: string, offset: number): FilePlace {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
