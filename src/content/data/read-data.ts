/** Files of data in collections: JSON, YAML and CSV. */
import path from 'node:path';
import { lineAndColumn } from '../../shared/code-frame.ts';
import { SitegenError } from '../../shared/errors.ts';
import { refuseMistakes, type ContentFile, type ContentMistake } from '../content-problem.ts';
import { parseCsv } from './parse-csv.ts';
import { describeRounded, describeTwice, parseYaml, type FilePlace, type Yaml } from './parse-yaml.ts';

/** What a file contains: an array is a list of rows, an object is one item. */
export interface Data {
  readonly isList: boolean;
  readonly items: readonly unknown[];
}

/** @returns the place of a value in an item, or of the innermost value around it that exists; `undefined` if it is not known */
type PlaceOf = (item: number, path: readonly PropertyKey[]) => FilePlace | undefined;

/** JSON is YAML, which is parsed to find places. It takes a second for each MB, so mistakes in larger files have no lines. */
const MAX_PLACED = 1_000_000;

/** @throws {SitegenError} with the mistakes */
export function readData(content: ContentFile): Data {
  const { isList, items } = parse(content);
  const isRow = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const wrong = items.flatMap((value, item) => (isRow(value) ? [] : [item]));
  if (wrong.length > 0) {
    const message = isList ? 'The row is not an object.' : 'The file contains neither an object nor a list of objects.';
    const hint = 'write names and values: { "name": "…" }';
    const placeOf = placesInData(content, isList);
    refuseMistakes(
      content,
      wrong.map((item) => ({ message, hint, ...placeOf(item, []) })),
    );
  }
  return { isList, items };
}

function parse(content: ContentFile): Data {
  switch (path.extname(content.file)) {
    case '.json':
      return toData(parseJson(content));
    case '.csv':
      return { isList: true, items: parseCsv(content).rows };
    default:
      return toData(parseFile(content).value);
  }
}

function toData(value: unknown): Data {
  return Array.isArray(value) ? { isList: true, items: value } : { isList: false, items: [value] };
}

function parseJson(content: ContentFile): unknown {
  const { text } = content;
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch (failure) {
    const { message } = failure as SyntaxError;
    // V8 names an offset, or quotes the text around the mistake.
    const [after = '', offset] = / (?:in|after) JSON at position (\d+).*/.exec(message) ?? [];
    const mistake = { message: `${message.replace(after, '').replaceAll('\n', ' ')}.` };
    refuseMistakes(content, [offset === undefined ? mistake : { ...mistake, ...lineAndColumn(text, Number(offset)) }]);
  }
  refuseMistakes(content, findLost(text));
  return value;
}

/** Texts, those that are names, numbers, and where objects begin and end. */
const JSON_TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}]|-?\d[\d.eE+-]*/g;

/** @param text valid JSON. @returns keys that are written twice, and integers that JavaScript rounds */
function findLost(text: string): ContentMistake[] {
  const lost: { readonly mistake: ContentMistake; readonly offset: number }[] = [];
  const objects: Set<string>[] = [];
  for (const { 0: token, 1: string, 2: colon, index: offset } of text.matchAll(JSON_TOKEN)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (string === undefined) {
      const mistake = describeRounded(token);
      if (mistake !== undefined) lost.push({ mistake, offset });
    } else if (colon !== undefined) {
      const name = string.includes('\\') ? (JSON.parse(string) as string) : string.slice(1, -1);
      const names = objects.at(-1);
      if (names?.has(name) === true) lost.push({ mistake: describeTwice(name), offset });
      names?.add(name);
    }
  }
  return lost.map(({ mistake, offset }, number) =>
    number < MAX_SHOWN ? { ...mistake, ...lineAndColumn(text, offset) } : mistake,
  );
}

/** @param text JSON that code imports. @returns numbers that JavaScript rounds */
export function findRounded(text: string): (ContentMistake & FilePlace)[] {
  return Array.from(text.matchAll(JSON_TOKEN)).flatMap(({ 0: token, 1: string, index }) => {
    const mistake = string === undefined ? describeRounded(token) : undefined;
    return mistake === undefined ? [] : [{ ...mistake, ...lineAndColumn(text, index) }];
  });
}

/** Others are only counted, and finding a line takes a pass over the text. */
const MAX_SHOWN = 50;

function parseFile(content: ContentFile): Yaml {
  return parseYaml({ content, text: content.text, linesAbove: 0, subject: 'The file' });
}

/** @param isList as `readData` has found. The file is parsed again, because few files have mistakes */
export function placesInData(content: ContentFile, isList: boolean): PlaceOf {
  const { file, text } = content;
  if (file.endsWith('.csv')) {
    const { lines } = parseCsv(content);
    return (item) => ({ line: lines[item] ?? 1, column: 1 });
  }
  if (file.endsWith('.json') && text.length > MAX_PLACED) return () => undefined;
  try {
    const { placeOf } = parseFile(content);
    return (item, keys) => placeOf(isList ? [item, ...keys] : keys) ?? { line: 1, column: 1 };
  } catch (failure) {
    // `yaml` is not installed.
    if (!(failure instanceof SitegenError)) throw failure;
    return () => undefined;
  }
}
