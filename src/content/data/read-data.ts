/** Files of data in collections: JSON, YAML and CSV. */
import path from 'node:path';
import { limitMistakes, refuseMistakes, type ContentFile } from '../content-problem.ts';
import { parseCsv } from './parse-csv.ts';
import { parseJson, placesInJson } from './parse-json.ts';
import { parseYaml, type FilePlace, type Yaml } from './parse-yaml.ts';

/** What a file contains: an array is a list of rows, an object is one item. */
export interface Data {
  readonly isList: boolean;
  readonly items: readonly unknown[];
}

/** @returns the place of a value in an item, or of the innermost value around it that exists */
type PlaceOf = (item: number, path: readonly PropertyKey[]) => FilePlace;

const START: FilePlace = { line: 1, column: 1 };

const HINT = 'write names and values: { "name": "…" }';

/** @throws {SitegenError} with the mistakes */
export function readData(content: ContentFile): Data {
  const { isList, items } = parse(content);
  const wrong = items.flatMap((value, item) => (isRow(value) ? [] : [item]));
  if (wrong.length > 0) {
    const message = isList ? 'The row is not an object.' : 'The file contains neither an object nor a list of objects.';
    const placeOf = placesInData(content, isList);
    const { listed, more } = limitMistakes(wrong);
    const mistakes = listed.map((item) => ({ message, hint: HINT, ...placeOf(item, []) }));
    refuseMistakes(content, [...mistakes, ...more]);
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

function parseFile(content: ContentFile): Yaml {
  return parseYaml({ content, text: content.text, linesAbove: 0, subject: 'The file' });
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
      const { lines } = parseCsv(content);
      return (item) => ({ line: lines[item] ?? 1, column: 1 });
    }
    default: {
      const { placeOf } = parseFile(content);
      return (item, keys) => placeOf(withItem(item, keys)) ?? START;
    }
  }
}

function isRow(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
