/** Mistakes in the items of a collection. */
import { inspect } from 'node:util';
import type { SchemaIssue } from '../../api/content.ts';
import { error, type Diagnostic } from '../../shared/diagnostics.ts';
import { findFieldMistakes, VISIBILITY } from '../../shared/meta-fields.ts';
import { describeMistake, limitMistakes, type ContentFile, type ContentMistake } from '../content-problem.ts';
import { contentSetup } from '../content-setup.ts';
import { readContentFile } from '../create-content.ts';
import { readFrontMatter } from '../data/front-matter.ts';
import { placesInData, type Data } from '../data/read-data.ts';
import { isDataFile } from './collection-files.ts';
import type { LoadSource } from './load-rows.ts';

/** Where the entries of a collection are: in files, or in what a function returns. */
export type CollectionSource = { readonly pattern: string } | LoadSource;

/** A file, or what `load` has returned, as it is passed to other workers. */
export interface ItemFile extends Data {
  /** From the root. For rows of `load`, the file that calls `collection`. */
  readonly file: string;
  readonly mistakes: readonly Diagnostic[];
}

/** A mistake in an item. */
export interface ItemMistake extends Pick<ContentMistake, 'message' | 'hint' | 'calls'> {
  readonly item: number;
  /** Absent if the mistake is not in the data. */
  readonly path?: readonly PropertyKey[];
}

export function describeSlug(item: number, slug: unknown, isComputed: boolean): ItemMistake {
  if (isComputed) {
    const message = `\`slug\` returned ${inspect(slug, { depth: 0 })} instead of a string with characters.`;
    return { item, path: [], message };
  }
  const message =
    slug === undefined ? 'The row has no `id`.' : '`id` is neither a string with characters nor an exact integer.';
  const hint = typeof slug === 'number' ? 'write it in quotes' : 'add one, or `slug: (row) => …` to the collection';
  return { item, path: ['id'], message, hint };
}

export function describeRepeated({ isList }: ItemFile, item: number, slug: string): ItemMistake {
  const message = `Another ${isList ? 'row' : 'file'} has the slug "${slug}", too.`;
  if (!isList) return { item, message, hint: 'rename one of them' };
  return { item, path: ['id'], message, hint: 'change one of them' };
}

/** @returns the mistakes in the fields that sitegen reads, whatever the schema allows */
export function findFields(item: number, fields: object, value: unknown): ItemMistake[] {
  const found = findFieldMistakes(fields, VISIBILITY);
  // A site may have a field of that name, and read it.
  const wrong = found.filter(({ path: [key] }) => key !== 'published' || !('published' in Object(value)));
  return wrong.map(({ path: keys, message, hint }) => ({ item, path: keys, message, hint }));
}

export function namesIn({ path: keys = [] }: Partial<SchemaIssue> = {}): PropertyKey[] {
  return keys.map((key) => (typeof key === 'object' ? key.key : key));
}

export function describeIssue(item: number, issue: SchemaIssue): ItemMistake {
  const { message } = issue;
  const names = namesIn(issue);
  const name = `\`${names.map(String).join('.')}\``;
  // As valibot and zod end their messages.
  if (names.length > 0 && /\breceived undefined$/.test(message))
    return { item, path: names, message: `${name} is missing.` };
  if (names.length > 0 && /\bExpected never but received/.test(message))
    return { item, path: names, message: `The schema does not know the field ${name}.` };
  const [, unknown] = /^Unrecognized keys?: "(.+?)"/.exec(message) ?? []; // of zod, whose path is that of the object
  if (unknown !== undefined)
    return { item, path: [...names, unknown], message: `The schema does not know the field \`${unknown}\`.` };
  const subject = names.length === 0 ? '' : `${name}: `;
  return { item, path: names, message: `${subject}${message.replace(/\.?$/, '.')}` };
}

/** Adds the places, for which a file is read again. */
export function describeItems(
  source: CollectionSource,
  part: ItemFile,
  mistakes: readonly ItemMistake[],
): Diagnostic[] {
  if (mistakes.length === 0) return [];
  const { listed, more } = part.isList ? limitMistakes(mistakes) : { listed: mistakes, more: [] };
  if (!('pattern' in source)) {
    const rows = listed.map(({ item, ...mistake }) => ({ ...mistake, message: `Row ${item + 1}: ${mistake.message}` }));
    // Their place is the call of `collection`.
    return [...rows, ...more].map(({ message, hint, calls }: ContentMistake) =>
      error('content-invalid', message, { place: source.place, hint, calls }),
    );
  }
  const content = readContentFile(contentSetup().root, part.file);
  const placeOf = placesOf(content, part);
  const placed = listed.map(({ item, path: keys, ...mistake }) => {
    const place = keys === undefined && !part.isList ? undefined : placeOf(item, keys ?? []);
    const row = part.isList && place === undefined ? `Row ${item + 1}: ` : '';
    return { ...mistake, ...place, message: row + mistake.message };
  });
  return [...placed, ...more].map((mistake) => describeMistake(content, mistake));
}

function placesOf(content: ContentFile, { file, isList }: ItemFile) {
  if (isDataFile(file)) return placesInData(content, isList);
  const { placeOf } = readFrontMatter(content);
  return (_: number, keys: readonly PropertyKey[]) => placeOf(keys);
}
