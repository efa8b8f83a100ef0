/** A reader of JSON that knows where values are. `JSON.parse` does not, and accepts a key that is written twice. */

/** An object or array around a value. */
interface Container {
  readonly end: '}' | ']';
  /** The keys of an object so far. */
  readonly keys: Set<string>;
  /** The key or index of the value that is being read. */
  key: string | number;
}

interface ScanJson {
  readonly text: string;
  /** Where to begin. */
  readonly from: number;
  readonly maxDepth: number;
  /** Called for each value, from the outer to the inner ones. */
  readonly onValue: (around: readonly Pick<Container, 'key'>[], offset: number) => void;
}

/** The end of a value, or the mistake in it. */
interface Scanned {
  readonly offset: number;
  readonly mistake?: string;
}

interface Token {
  readonly kind: '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'word' | 'end' | 'unknown';
  readonly start: number;
  readonly end: number;
}

type Expected = 'value' | 'first item' | 'key' | 'first key' | 'colon' | 'next';

/** Reads one value, without recursion. */
export function scanJson({ text, from, maxDepth, onValue }: ScanJson): Scanned {
  const around: Container[] = [];
  let expected: Expected = 'value';

  /** @returns what comes next, or the mistake */
  const readValue = ({ kind, start }: Token): Expected | Scanned => {
    onValue(around, start);
    if (kind !== '{' && kind !== '[') return 'next';
    if (around.length >= maxDepth) return { offset: start, mistake: `Nested more than ${maxDepth} levels deep.` };
    around.push({ end: kind === '{' ? '}' : ']', keys: new Set(), key: 0 });
    return kind === '{' ? 'first key' : 'first item';
  };

  const readKey = (container: Container, { start, end }: Token): Expected | Scanned => {
    const key = JSON.parse(text.slice(start, end)) as string;
    if (container.keys.has(key)) return { offset: start, mistake: `The key "${key}" occurs twice.` };
    container.keys.add(key);
    container.key = key;
    return 'colon';
  };

  const readMark = (container: Container, { kind }: Token): Expected | undefined => {
    if (kind === ':') return expected === 'colon' ? 'value' : undefined;
    if (kind === container.end && (expected === 'next' || expected.startsWith('first'))) {
      around.pop();
      return 'next';
    }
    if (kind !== ',' || expected !== 'next') return undefined;
    if (typeof container.key === 'number') container.key += 1;
    return container.end === '}' ? 'key' : 'value';
  };

  for (let token = readToken(text, from); ; token = readToken(text, token.end)) {
    const container = around.at(-1);
    const isValue = expected === 'value' || expected === 'first item';
    let found: Expected | Scanned | undefined;
    if (isValue && ['{', '[', 'string', 'word'].includes(token.kind)) found = readValue(token);
    else if (container === undefined) found = undefined;
    else if (expected.endsWith('key') && token.kind === 'string') found = readKey(container, token);
    else found = readMark(container, token);
    if (found === undefined) return { offset: token.start, mistake: describeUnexpected(text, token, expected) };
    if (typeof found !== 'string') return found;
    if (around.length === 0) return { offset: token.end };
    expected = found;
  }
}

const NAMES: Readonly<Record<Expected, string>> = {
  value: 'a value',
  'first item': 'a value or "]"',
  key: 'a key in double quotes',
  'first key': 'a key in double quotes, or "}"',
  colon: '":"',
  next: '"," or the end of the list or object',
};

function describeUnexpected(text: string, { kind, start }: Token, expected: Expected): string {
  const found =
    kind === 'end' ? 'The file ends' : `Found ${JSON.stringify(String.fromCodePoint(text.codePointAt(start) ?? 0))}`;
  return `${found} where ${NAMES[expected]} is expected.`;
}

const SPACE = /[ \t\n\r]*/y;
const WORD = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

function readToken(text: string, from: number): Token {
  const start = from + matchAt(SPACE, text, from);
  const character = text[start];
  if (character === undefined) return { kind: 'end', start, end: start };
  if ('{}[]:,'.includes(character)) return { kind: character as '{', start, end: start + 1 };
  if (character === '"') return readString(text, start);
  const length = matchAt(WORD, text, start);
  return length === 0 ? { kind: 'unknown', start, end: start } : { kind: 'word', start, end: start + length };
}

function readString(text: string, start: number): Token {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') {
    const length = text[at] === '\\' ? matchAt(ESCAPE, text, at) : Number(text.charCodeAt(at) >= 0x20);
    if (length === 0) return { kind: 'unknown', start: at, end: at }; // a line break, or `\x`
    at += length;
  }
  if (at >= text.length) return { kind: 'end', start: at, end: at };
  return { kind: 'string', start, end: at + 1 };
}

/** @returns the length of the match */
function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
