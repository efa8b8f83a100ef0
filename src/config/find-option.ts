/** Finds the place of an option in the config, which is code: in an object written out there, or nowhere. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { codeFrame } from '../shared/code-frame.ts';
import type { Place } from '../shared/diagnostics.ts';
import { toPosix } from '../shared/paths.ts';

interface FoundOption {
  readonly place: Place;
  readonly frame: string;
}

interface Token {
  readonly text: string;
  /** In the code. */
  readonly index: number;
  /** The number of brackets around it, with its own. A closing bracket is outside. */
  readonly depth: number;
}

/**
 * @param compiled the config as esbuild wrote it, with its source map: without types, and with one form for each export
 * @param keys of the option: `['checks', 'h1-count']`
 * @returns the place of the key, or of the innermost key around it; nothing if other code may decide on the option
 */
export function findOption(root: string, compiled: string, keys: readonly string[]): FoundOption | undefined {
  const code = readFileSync(compiled, 'utf8');
  const tokens = readDefault(code.replace(SOURCE_MAP, ''));
  const found = tokens && findKey(tokens, 0, keys);
  return found && toSource(root, compiled, code, found);
}

/** @returns the tokens of the object that is exported; nothing if it is not written as one */
function readDefault(code: string): Token[] | undefined {
  const name = /^export \{[^}]*?([\w$]+) as default\b/m.exec(code)?.[1];
  return name === undefined ? undefined : readVariable(code, name);
}

function readVariable(code: string, name: string): Token[] | undefined {
  const word = name.replaceAll('$', '\\$');
  // Not `site.config`. A third use of the name may change the object.
  const uses = code.match(new RegExp(`(?<![\\w$]|[\\w$)\\]]\\.)${word}(?![\\w$])`, 'g')) ?? [];
  const definition = new RegExp(`^(?:var|let|const) ${word} = `, 'm').exec(code);
  if (uses.length > 2 || definition === null) return undefined;
  const start = definition.index + definition[0].length;
  const isChecked = /^import \{[^}]*\bdefineConfig\b[^}]*\} from "[^"]*\/config-entry\.js"/m.test(code);
  const [value = ''] = /^(?:defineConfig\(\{|\{|[\w$]+;)/.exec(code.slice(start)) ?? [];
  if (value === '{') return readTokens(code, start);
  if (value.endsWith('({')) return isChecked ? readTokens(code, start + value.length - 1) : undefined;
  return value === '' ? undefined : readVariable(code, value.slice(0, -1));
}

const SOURCE_MAP = /\n\/\/# sourceMappingURL=data:application\/json;base64,(.*)\s*$/;

const TOKEN =
  /\s+|\/\/.*|\/\*[^]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|\$\{[^`{}]*\}|\$(?!\{)|[^`\\$])*`|\.\.\.|[\w$\u0080-\uffff]+|[^]/g;

/** @returns the tokens up to the bracket that closes the first one; nothing if one of them may begin a regular expression */
function readTokens(code: string, start: number): Token[] | undefined {
  const tokens: Token[] = [];
  let depth = 0;
  for (const { 0: text, index } of code.slice(start).matchAll(TOKEN)) {
    if (/^(?:\s|\/[/*])/.test(text)) continue;
    if (text === '/' || text === '`') return undefined;
    if ('{[('.includes(text)) depth += 1;
    if ('}])'.includes(text)) depth -= 1;
    tokens.push({ text, index: start + index, depth });
    if (depth === 0) return tokens;
  }
  return undefined;
}

/** @param open the position of the bracket that opens an object */
function findKey(tokens: readonly Token[], open: number, [key, ...inner]: readonly string[]): Token | undefined {
  const found = key === undefined ? undefined : findProperty(tokens, open, key);
  if (found === undefined) return undefined;
  const isObject = tokens[found + 1]?.text === ':' && tokens[found + 2]?.text === '{';
  return (isObject ? findKey(tokens, found + 2, inner) : undefined) ?? tokens[found];
}

/** @returns the position of the last property of that name, unless a spread or a computed name follows, which may set it again */
function findProperty(tokens: readonly Token[], open: number, key: string): number | undefined {
  let found: number | undefined;
  for (const at of startsOfProperties(tokens, open)) {
    const [name = '', next = ''] = tokens.slice(at, at + 2).map(({ text }) => text);
    const isNamed = /^["'\w$\u0080-\uffff]/.test(name) && [':', ',', '}', '('].includes(next);
    if (!isNamed) found = undefined;
    else if (name.replace(/^(["'])(.*)\1$/, '$2') === key) found = at;
  }
  return found;
}

function startsOfProperties(tokens: readonly Token[], open: number): number[] {
  const { depth } = tokens[open] ?? { depth: 0 };
  const length = tokens.slice(open).findIndex((token) => token.depth < depth);
  return tokens.slice(open, open + length).flatMap((token, index) => {
    const separates = index === 0 || (token.text === ',' && token.depth === depth);
    return separates && index < length - 1 ? open + index + 1 : [];
  });
}

function toSource(root: string, compiled: string, code: string, { text, index }: Token): FoundOption | undefined {
  const [, map] = SOURCE_MAP.exec(code) ?? [];
  if (map === undefined) return undefined;
  const before = code.slice(0, index).split('\n');
  const payload = JSON.parse(Buffer.from(map, 'base64').toString()) as SourceMapPayload;
  const entry = new SourceMap(payload).findEntry(before.length - 1, before.at(-1)?.length ?? 0);
  if (!('originalLine' in entry)) return undefined;
  const { originalSource, originalLine, originalColumn } = entry;
  const file = path.resolve(path.dirname(compiled), originalSource);
  if (!existsSync(file)) return undefined; // generated code
  const source = readFileSync(file, 'utf8');
  const written = source.split('\n')[originalLine]?.slice(originalColumn) ?? '';
  const name = text.replace(/^["']|["']$/g, '');
  if (!written.replace(/^["']/, '').startsWith(name)) return undefined;
  const place = { file: toPosix(path.relative(root, file)), line: originalLine + 1, column: originalColumn + 1 };
  return { place, frame: codeFrame(source, place.line, place.column) };
}
