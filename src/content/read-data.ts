/** Files of data in collections: JSON, YAML and CSV. */
import path from 'node:path';
import { SitegenError } from '../shared/errors.ts';
import { MAX_DEPTH } from './check-size.ts';
import {
  contentError,
  limitMistakes,
  refuseMistakes,
  type ContentFile,
  type ContentMistake,
} from './content-problem.ts';
import { parseCsv } from './parse-csv.ts';
import { parseJson, placesInJson } from './parse-json.ts';
import { findControl, parseYaml, type FilePlace, type Yaml } from './parse-yaml.ts';

/** What a file contains: an array is a list of rows, an object is one item. */
export interface Data {
  readonly isList: boolean;
  readonly items: readonly unknown[];
}

/** @returns the place of a value in an item, or of the innermost value around it that exists */
type PlaceOf = (item: number, path: readonly PropertyKey[]) => FilePlace;

export const MAX_ROWS = 250_000;

/** In characters, of YAML that is parsed as a whole: `yaml` needs 100 times as much memory. */
const MAX_WHOLE_YAML = 3_000_000;

const START: FilePlace = { line: 1, column: 1 };

/** @throws {SitegenError} with the mistakes */
export function readData(content: ContentFile): Data {
  const { isList, items } = parse(content);
  if (items.length > MAX_ROWS)
    refuseMistakes(content, [{ message: `The file has more than ${MAX_ROWS} rows.`, line: 1, hint: 'divide it' }]);
  const wrong = items.flatMap((value, item) => {
    const found = findUnusable(value, isList);
    return found === undefined ? [] : [{ item, ...found }];
  });
  if (wrong.length > 0) {
    const placeOf = placesInData(content, isList);
    const { listed, more } = limitMistakes(wrong);
    const mistakes = listed.map(({ item, path: keys, mistake }) => ({ ...mistake, ...placeOf(item, keys) }));
    refuseMistakes(content, [...mistakes, ...more]);
  }
  return { isList, items };
}

function parse(content: ContentFile): Data {
  switch (path.extname(content.file)) {
    case '.json':
      return toData(parseJson(content));
    case '.csv':
      return { isList: true, items: parseCsv(content, MAX_ROWS).rows };
    default: {
      const items = splitYaml(content.text);
      return items === undefined
        ? toData(parseWhole(content).value)
        : { isList: true, items: parseItems(content, items) };
    }
  }
}

function toData(value: unknown): Data {
  return Array.isArray(value) ? { isList: true, items: value } : { isList: false, items: [value] };
}

/** @param isList as `readData` has found. The file is parsed again, because few files have mistakes */
export function placesInData(content: ContentFile, isList: boolean): PlaceOf {
  const withItem = (item: number, keys: readonly PropertyKey[]) => (isList ? [item, ...keys] : keys);
  switch (path.extname(content.file)) {
    case '.json': {
      const placeOf = placesInJson(content.text);
      return (item, keys) => placeOf(withItem(item, keys));
    }
    case '.csv': {
      const { lines } = parseCsv(content, MAX_ROWS);
      return (item) => ({ line: lines[item] ?? 1, column: 1 });
    }
    default: {
      const items = splitYaml(content.text);
      const whole = items === undefined ? parseWhole(content) : undefined;
      return (item, keys) => {
        const one = items?.[item];
        if (one === undefined) return whole?.placeOf(withItem(item, keys)) ?? START;
        return parseItem(content, one).placeOf([0, ...keys]) ?? { line: one.linesAbove + 1, column: 1 };
      };
    }
  }
}

/** An item of a list, with its hyphen. */
interface YamlItem {
  readonly text: string;
  readonly linesAbove: number;
}

/** Divides a list into its items, which need a hundredth of the memory if each is parsed by itself. Not if one may refer to another. */
function splitYaml(text: string): readonly YamlItem[] | undefined {
  if (/(?:^|[\s[{,:-])[&*][^\s,[\]{}]|(?:^|\n)(?:---|\.\.\.)/.test(text)) return undefined;
  const parts = text.split(/(?<=^|\n)(?=-[ \t\r\n])/);
  const [first = ''] = parts;
  const isComment = !first.startsWith('-') && first.split('\n').every((line) => /^\s*(?:#|$)/.test(line));
  if (!/^-[ \t\r\n]/.test(isComment ? (parts[1] ?? '') : first)) return undefined;
  let linesAbove = 0;
  return parts.flatMap((part, index) => {
    const item = { text: part, linesAbove };
    linesAbove += part.split('\n').length - 1;
    return index === 0 && isComment ? [] : item;
  });
}

function parseItem(content: ContentFile, { text, linesAbove }: YamlItem): Yaml {
  return parseYaml({ content, text, linesAbove, subject: 'The file' });
}

function parseItems(content: ContentFile, items: readonly YamlItem[]): unknown[] {
  const values: unknown[] = [];
  const mistakes = [];
  for (const item of items) {
    if (mistakes.length > 20) break;
    try {
      values.push((parseItem(content, item).value as unknown[])[0]);
    } catch (failure) {
      if (!(failure instanceof SitegenError) || failure.diagnostics.some(({ place }) => place === undefined))
        throw failure;
      mistakes.push(...failure.diagnostics);
    }
  }
  if (mistakes.length > 0) throw contentError(mistakes);
  return values;
}

function parseWhole(content: ContentFile): Yaml {
  const { text } = content;
  if (text.length > MAX_WHOLE_YAML) {
    const message = `YAML that is not a list, or has aliases, can have ${MAX_WHOLE_YAML} characters.`;
    refuseMistakes(content, [{ message, line: 1, hint: 'divide the file, or write it as JSON' }]);
  }
  return parseYaml({ content, text, linesAbove: 0, subject: 'The file' });
}

interface Unusable {
  readonly path: readonly PropertyKey[];
  readonly mistake: ContentMistake;
}

/** Finds, without recursion, the first value that a page cannot show. */
function findUnusable(item: unknown, isList: boolean): Unusable | undefined {
  if (!isObject(item) || Array.isArray(item)) {
    const message = isList ? 'The row is not an object.' : 'The file contains neither an object nor a list of objects.';
    return { path: [], mistake: { message, hint: 'write names and values: { "name": "…" }' } };
  }
  const queue: Value[] = [{ value: item, key: '', depth: 0, around: undefined }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { value, depth } = next;
    const control = findControl(value, isList ? 'The row' : 'The file');
    const isDeep = depth > MAX_DEPTH && { message: `The data are nested more than ${MAX_DEPTH} levels deep.` };
    const mistake = control ?? (isDeep || undefined);
    if (mistake !== undefined) return { path: pathOf(next), mistake };
    if (!isObject(value)) continue;
    for (const [key, inner] of Object.entries(value)) queue.push({ value: inner, key, depth: depth + 1, around: next });
  }
  return undefined;
}

interface Value {
  readonly value: unknown;
  readonly key: string;
  readonly depth: number;
  readonly around: Value | undefined;
}

function pathOf(value: Value): PropertyKey[] {
  const keys: PropertyKey[] = [];
  for (let at = value; at.around !== undefined; at = at.around)
    keys.push(Array.isArray(at.around.value) ? Number(at.key) : at.key);
  return keys.toReversed();
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
