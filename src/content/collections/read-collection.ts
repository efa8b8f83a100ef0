/** Reads the entries of a collection. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { createElement } from 'react';
import type {
  CollectionOptions,
  DataEntry,
  Entry,
  LoadedEntry,
  SchemaIssue,
  StandardSchema,
} from '../../api/content.ts';
import { error, type Diagnostic } from '../../shared/diagnostics.ts';
import { SitegenError } from '../../shared/errors.ts';
import { stateOf } from '../../shared/files.ts';
import { hashOf } from '../../shared/hash.ts';
import { findFieldMistakes, VISIBILITY } from '../../shared/meta-fields.ts';
import { describeUnpublished, whyLeftOut } from '../../shared/unpublished.ts';
import { findCollectionFiles, folderOf, isDataFile } from './collection-files.ts';
import { describeMistake, limitMistakes, type ContentFile, type ContentMistake } from '../content-problem.ts';
import { contentSetup, contentVersion } from '../content-setup.ts';
import { createMarkdown, createMdxEntry, readContentFile } from '../create-content.ts';
import { renderEntry } from './entry-html.ts';
import { describeThrown } from '../describe-thrown.ts';
import { rememberUnpublished } from './entry-paths.ts';
import { readFrontMatter, splitFrontMatter } from '../data/front-matter.ts';
import { createUpdates } from './last-changes.ts';
import { loadRows, type LoadSource } from './load-rows.ts';
import type { ParseMarkdown } from '../parse-markdown.ts';
import { placesInData, readData, type Data } from '../data/read-data.ts';
import { collectReferences, type Reference } from './references.ts';

/** Where the entries of a collection are: in files, or in what a function returns. */
export type CollectionSource = { readonly pattern: string } | LoadSource;

/** The entries of a collection, with all mistakes in them. */
export interface CollectionEntries {
  /** By slug. */
  readonly entries: ReadonlyMap<string, LoadedEntry>;
  /** Why a build leaves out the other entries, by slug. */
  readonly unpublished: ReadonlyMap<string, string>;
  readonly mistakes: readonly Diagnostic[];
  readonly references: readonly EntryReference[];
}

/** A reference, and the entry that it is in. */
interface EntryReference extends Reference {
  readonly isPublished: boolean;
  readonly item: number;
  readonly row: unknown;
  readonly part: Part;
}

/** A file, or what `load` has returned, as it is passed to other workers. */
interface Part extends Data {
  /** From the root. For rows of `load`, the file that calls `collection`. */
  readonly file: string;
  readonly mistakes: readonly Diagnostic[];
}

/** A mistake in an item. */
interface ItemMistake extends Pick<ContentMistake, 'message' | 'hint' | 'calls'> {
  readonly item: number;
  /** Absent if the mistake is not in the data. */
  readonly path?: readonly PropertyKey[];
}

/** An item whose data are valid. */
interface ValidItem {
  readonly slug: string;
  readonly data: unknown;
  readonly path: string | undefined;
}

type Options = CollectionOptions<StandardSchema, string | undefined>;

/**
 * Reads all entries, and remembers where their pages are.
 *
 * @throws if a package for reading them is missing, and what `load` throws
 */
export async function readCollection(source: CollectionSource, options: Options): Promise<CollectionEntries> {
  const name = nameOf(source);
  const entries = new Map<string, LoadedEntry>();
  const unpublished = new Map<string, string>();
  const references: EntryReference[] = [];
  const { parts, problems, createEntry } = await readParts(source);
  const mistakes = [...problems];
  const { files, lists } = contentVersion();
  for (const part of parts) {
    const wrong: ItemMistake[] = [];
    for (const [item, row] of part.items.entries()) {
      const given = { item, row, part, source, options };
      const read = await readItem(given);
      for (const mistake of read.mistakes) wrong.push(mistake);
      const { valid } = read;
      if (valid === undefined) continue;
      const { slug, path: address } = valid;
      if (entries.has(slug) || unpublished.has(slug)) wrong.push(describeRepeated(part, item, slug));
      if ('pattern' in source && !isDataFile(part.file) && files.get(part.file)?.path === undefined)
        files.set(part.file, { path: address, collection: name });
      const when = whyLeftOut(fieldsOf(part, row));
      if (when === undefined) entries.set(slug, createEntry(part.file, valid));
      else {
        unpublished.set(slug, describeUnpublished(when));
        rememberUnpublished(part.file, address, when);
      }
      const isPublished = when === undefined;
      references.push(...read.references.map((reference) => ({ ...reference, isPublished, item, row, part })));
    }
    mistakes.push(...part.mistakes, ...describeItems(source, part, wrong));
  }
  if (mistakes.length === 0)
    lists.push({
      name,
      folder: 'pattern' in source ? folderOf(source.pattern) : undefined,
      files: parts.length,
      entries: entries.size,
      unpublished: unpublished.size,
    });
  return { entries, unpublished, mistakes, references };
}

interface ReadItem {
  readonly item: number;
  readonly row: unknown;
  readonly part: Part;
  readonly source: CollectionSource;
  readonly options: Options;
}

/** @returns the item if it can be used, and all mistakes in it */
async function readItem({ item, row, part, source, options }: ReadItem): Promise<{
  readonly valid?: ValidItem;
  readonly references: readonly Reference[];
  readonly mistakes: readonly ItemMistake[];
}> {
  const { schema, slug: slugOf, path: pathOf } = options;
  const { root } = contentSetup();
  const name = nameOf(source);
  const { result, references } = await collectReferences(() => validate(schema, row));
  const thrown = (subject: string, failure: unknown) => {
    return { item, ...describeThrown(root, `${subject} of the collection ${name}`, failure) };
  };
  const fail = (...mistakes: readonly ItemMistake[]) => ({ references: [], mistakes });
  if ('failure' in result) return fail(thrown('The schema', result.failure));
  const fields = findFields(item, fieldsOf(part, row), 'value' in result ? result.value : {});
  if (result.issues !== undefined) return fail(...fields, ...result.issues.map((issue) => describeIssue(item, issue)));
  const { value: data } = result;
  let failing = '`slug`';
  try {
    const slug: unknown = slugOf === undefined ? ownSlug(source, part, row) : slugOf(data);
    if (typeof slug !== 'string' || slug === '') return fail(...fields, describeSlug(item, slug, slugOf !== undefined));
    failing = '`path`';
    const valid = { slug, data, path: pathOf?.({ slug, data }) };
    return { valid, references, mistakes: fields };
  } catch (failure) {
    return fail(...fields, thrown(failing, failure));
  }
}

/** The slug that an entry has by itself. */
function ownSlug(source: CollectionSource, { file, isList }: Part, row: unknown): unknown {
  if (!isList && 'pattern' in source) return slugOfFile(source.pattern, file);
  const { id } = Object(row) as { readonly id?: unknown };
  // JSON and YAML have rounded a number that is larger, or 1.10.
  return Number.isSafeInteger(id) ? String(id) : id;
}

function describeSlug(item: number, slug: unknown, isComputed: boolean): ItemMistake {
  if (isComputed) {
    const message = `\`slug\` returned ${inspect(slug, { depth: 0 })} instead of a string with characters.`;
    return { item, path: [], message };
  }
  const message =
    slug === undefined ? 'The row has no `id`.' : '`id` is neither a string with characters nor an exact integer.';
  const hint = typeof slug === 'number' ? 'write it in quotes' : 'add one, or `slug: (row) => …` to the collection';
  return { item, path: ['id'], message, hint };
}

function describeRepeated({ isList }: Part, item: number, slug: string): ItemMistake {
  const message = `Another ${isList ? 'row' : 'file'} has the slug "${slug}", too.`;
  if (!isList) return { item, message, hint: 'rename one of them' };
  return { item, path: ['id'], message, hint: 'change one of them' };
}

/** A schema contains site code, such as the function of a `v.transform`. */
async function validate(schema: StandardSchema | undefined, data: unknown) {
  try {
    return schema === undefined ? { value: data } : await schema['~standard'].validate(data);
  } catch (failure) {
    return { failure };
  }
}

/** @returns the files, or the rows that `load` returns */
async function readParts(source: CollectionSource): Promise<{
  readonly parts: readonly Part[];
  readonly problems: readonly Diagnostic[];
  readonly createEntry: (file: string, valid: ValidItem) => LoadedEntry;
}> {
  if (!('pattern' in source)) {
    const file = source.place?.file ?? '';
    const rows = await loadRows(source);
    const createEntry = (_: string, valid: ValidItem): LoadedEntry => valid;
    const report = (message: string) => ({ parts: [], problems: [describeLoaded(source, message)], createEntry });
    if (!Array.isArray(rows)) return report(`\`load\` returned ${inspect(rows, { depth: 0 })} instead of an array.`);
    return { parts: [{ file, isList: true, items: rows, mistakes: [] }], problems: [], createEntry };
  }
  const { root, loadParser } = contentSetup();
  const { pattern } = source;
  const { files, problems } = await findCollectionFiles(root, pattern);
  const updatedOf = createUpdates(folderOf(pattern));
  const needsParser = !files.every((file) => file.endsWith('.mdx') || isDataFile(file));
  const parse = needsParser ? await loadParser() : undefined;
  const createEntry = (file: string, valid: ValidItem): LoadedEntry =>
    isDataFile(file)
      ? createDataEntry(file, valid, updatedOf)
      : createContentEntry({ root, file, valid, parse, updatedOf });
  return { parts: await readIndex(root, pattern, files), problems, createEntry };
}

/** One worker reads the front matter, possibly of thousands of files; the others get a copy. */
async function readIndex(root: string, pattern: string, files: readonly string[]): Promise<readonly Part[]> {
  const { shared } = contentSetup();
  // While `serve` runs, shared data may be older than a file that was saved just now.
  const states = files.map((file) => `${file} ${stateOf(statSync(path.join(root, file)))}`);
  return shared(`sitegen:collection ${hashOf(pattern, ...states)}`, () => files.map((file) => readPart(root, file)));
}

function readPart(root: string, file: string): Part {
  try {
    const content = readContentFile(root, file);
    const data = isDataFile(file) ? readData(content) : { isList: false, items: [readFrontMatter(content).data] };
    return { file, ...data, mistakes: [] };
  } catch (failure) {
    // A problem without a place is a missing package: one problem, not one per file.
    if (!(failure instanceof SitegenError) || failure.diagnostics.some(({ place }) => place === undefined))
      throw failure;
    return { file, isList: false, items: [], mistakes: failure.diagnostics };
  }
}

/** @returns the fields that sitegen reads, and others. In a CSV, all values are strings */
function fieldsOf({ file }: Part, row: unknown): object {
  const fields = Object(row) as object;
  if (!file.endsWith('.csv')) return fields;
  const values: Readonly<Record<string, unknown>> = { true: true, false: false, '': undefined };
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => {
      const isRead = [...VISIBILITY, 'published'].includes(name);
      return [name, isRead && Object.hasOwn(values, String(value)) ? values[String(value)] : value];
    }),
  );
}

/** @returns the mistakes in the fields that sitegen reads, whatever the schema allows */
function findFields(item: number, fields: object, value: unknown): ItemMistake[] {
  const found = findFieldMistakes(fields, VISIBILITY);
  // A site may have a field of that name, and read it.
  const wrong = found.filter(({ path: [key] }) => key !== 'published' || !('published' in Object(value)));
  return wrong.map(({ path: keys, message, hint }) => ({ item, path: keys, message, hint }));
}

function namesIn({ path: keys = [] }: Partial<SchemaIssue> = {}): PropertyKey[] {
  return keys.map((key) => (typeof key === 'object' ? key.key : key));
}

function describeIssue(item: number, issue: SchemaIssue): ItemMistake {
  const { message } = issue;
  const names = namesIn(issue);
  const name = `\`${names.map(String).join('.')}\``;
  // As valibot and zod end their messages.
  if (names.length > 0 && /\breceived undefined$/.test(message))
    return { item, path: names, message: `${name} is missing.` };
  const subject = names.length === 0 ? '' : `${name}: `;
  return { item, path: names, message: `${subject}${message.replace(/\.?$/, '.')}` };
}

/** Adds the places, for which a file is read again. */
function describeItems(source: CollectionSource, part: Part, mistakes: readonly ItemMistake[]): Diagnostic[] {
  if (mistakes.length === 0) return [];
  const { listed, more } = part.isList ? limitMistakes(mistakes) : { listed: mistakes, more: [] };
  if (!('pattern' in source)) {
    const rows = listed.map(({ item, ...mistake }) => ({ ...mistake, message: `Row ${item + 1}: ${mistake.message}` }));
    return [...rows, ...more].map((mistake) => describeLoaded(source, mistake.message, mistake));
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

function placesOf(content: ContentFile, { file, isList }: Part) {
  if (isDataFile(file)) return placesInData(content, isList);
  const { placeOf } = readFrontMatter(content);
  return (_: number, keys: readonly PropertyKey[]) => placeOf(keys);
}

/** A mistake in rows that have no file: its place is the call of `collection`. */
function describeLoaded(
  { place }: LoadSource,
  message: string,
  more: Pick<ContentMistake, 'hint' | 'calls'> = {},
): Diagnostic {
  return error('content-invalid', message, { place, hint: more.hint, calls: more.calls });
}

/** @param describe returns the mistake of a reference, if it has one */
export async function describeReferences(
  source: CollectionSource,
  schema: StandardSchema | undefined,
  references: readonly EntryReference[],
  describe: (reference: EntryReference) => Pick<ContentMistake, 'message' | 'hint'> | undefined,
): Promise<Diagnostic[]> {
  const wrong = new Map<Part, ItemMistake[]>();
  for (const reference of references) {
    const { item, row, part } = reference;
    const mistake = describe(reference);
    if (mistake === undefined) continue;
    const { result } = await collectReferences(() => validate(schema, row), reference);
    const [issue] = ('issues' in result && result.issues) || [];
    const others = wrong.get(part) ?? [];
    others.push({ item, path: namesIn(issue), ...mistake });
    wrong.set(part, others);
  }
  return [...wrong].flatMap(([part, mistakes]) => describeItems(source, part, mistakes));
}

export function nameOf(source: CollectionSource): string {
  return 'pattern' in source ? `"${source.pattern}"` : source.name;
}

/**
 * @example
 * slugOfFile('content/posts/**' + '/*.md', 'content/posts/2026/hello/index.md') // '2026/hello'
 */
function slugOfFile(pattern: string, file: string): string {
  return path.posix
    .relative(folderOf(pattern), file)
    .replace(/\.\w+$/, '')
    .replace(/\/index$/, '');
}

function createDataEntry(file: string, valid: ValidItem, updatedOf: (file: string) => Date | undefined): DataEntry {
  return {
    ...valid,
    file,
    get updated() {
      return updatedOf(file);
    },
  };
}

interface ContentOfEntry {
  readonly root: string;
  readonly file: string;
  readonly valid: ValidItem;
  readonly parse: ParseMarkdown | undefined;
  readonly updatedOf: (file: string) => Date | undefined;
}

function createContentEntry({ root, file, valid, parse, updatedOf }: ContentOfEntry): Entry {
  const load = () => {
    const content = readContentFile(root, file);
    return { content, body: splitFrontMatter(content.text).body };
  };
  const isMdx = parse === undefined || file.endsWith('.mdx');
  const { Content, headings, text, excerpt, sections } = isMdx
    ? createMdxEntry(file, valid.slug)
    : createMarkdown(load, parse, valid.slug);
  return {
    ...valid,
    file,
    Content,
    html: (props = {}) => renderEntry(file, () => createElement(Content, props)),
    get updated() {
      return updatedOf(file);
    },
    get body() {
      return load().body.replace(/^[\r\n]+/, ''); // blank lines, which replace the front matter to keep line numbers
    },
    get text() {
      return text();
    },
    get excerpt() {
      return excerpt();
    },
    get headings() {
      return headings();
    },
    get sections() {
      return sections();
    },
  };
}
