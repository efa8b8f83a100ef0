/** Reads the entries of a collection. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import type { CollectionOptions, LoadedEntry, StandardSchema } from '../../api/content.ts';
import { error, type Diagnostic } from '../../shared/diagnostics.ts';
import { SitegenError } from '../../shared/errors.ts';
import { stateOf } from '../../shared/files.ts';
import { hashOf } from '../../shared/hash.ts';
import { VISIBILITY } from '../../shared/meta-fields.ts';
import { describeUnpublished, whyLeftOut } from '../../shared/unpublished.ts';
import { describeThrown, type ContentMistake } from '../content-problem.ts';
import { contentSetup, contentVersion } from '../content-setup.ts';
import { readContentFile } from '../create-content.ts';
import { readFrontMatter } from '../data/front-matter.ts';
import { readData } from '../data/read-data.ts';
import { findCollectionFiles, folderOf, isDataFile } from './collection-files.ts';
import { createEntries, type ValidItem } from './create-entry.ts';
import {
  describeIssue,
  describeItems,
  describeRepeated,
  describeSlug,
  findFields,
  namesIn,
  type CollectionSource,
  type ItemMistake,
  type ItemFile,
} from './describe-items.ts';
import { rememberUnpublished } from './entry-paths.ts';
import { loadRows } from './load-rows.ts';
import { AsyncLocalStorage } from 'node:async_hooks';

/** The entries of a collection, with all mistakes in them. */
export interface CollectionEntries {
  /** By slug. */
  readonly entries: ReadonlyMap<string, LoadedEntry>;
  /** Why a build leaves out the other entries, by slug. */
  readonly unpublished: ReadonlyMap<string, string>;
  readonly mistakes: readonly Diagnostic[];
  readonly references: readonly EntryReference[];
}

/** A row, or the front matter of a file. */
interface Item {
  readonly part: ItemFile;
  readonly item: number;
  readonly row: unknown;
}

/** A reference, and the entry that it is in. */
interface EntryReference extends SlugReference, Item {
  readonly isPublished: boolean;
}

type Options = CollectionOptions<StandardSchema, string | undefined>;

/**
 * Reads all entries, and remembers where their pages are.
 *
 * @throws if a package for reading them is missing, and what `load` throws
 */
export async function readCollection(source: CollectionSource, options: Options): Promise<CollectionEntries> {
  const name = collectionName(source);
  const entries = new Map<string, LoadedEntry>();
  const unpublished = new Map<string, string>();
  const references: EntryReference[] = [];
  const { parts, problems, createEntry } = await readParts(source);
  const mistakes = [...problems];
  const { files, lists } = contentVersion();
  for (const part of parts) {
    const wrong: ItemMistake[] = [];
    for (const [item, row] of part.items.entries()) {
      const read = await readItem({ item, row, part }, source, options);
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

/** @returns the item if it can be used, and all mistakes in it */
async function readItem(
  { item, row, part }: Item,
  source: CollectionSource,
  { schema, slug: slugOf, path: pathOf }: Options,
): Promise<{
  readonly valid?: ValidItem;
  readonly references: readonly SlugReference[];
  readonly mistakes: readonly ItemMistake[];
}> {
  const { root } = contentSetup();
  const name = collectionName(source);
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
function ownSlug(source: CollectionSource, { file, isList }: ItemFile, row: unknown): unknown {
  if (!isList && 'pattern' in source) return slugOfFile(source.pattern, file);
  const { id } = Object(row) as { readonly id?: unknown };
  // JSON and YAML have rounded a number that is larger, or 1.10.
  return Number.isSafeInteger(id) ? String(id) : id;
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
  readonly parts: readonly ItemFile[];
  readonly problems: readonly Diagnostic[];
  readonly createEntry: (file: string, valid: ValidItem) => LoadedEntry;
}> {
  if (!('pattern' in source)) {
    const { place } = source;
    const rows = await loadRows(source);
    const createEntry = (_: string, valid: ValidItem): LoadedEntry => valid;
    if (Array.isArray(rows)) {
      const part = { file: place?.file ?? '', isList: true, items: rows, mistakes: [] };
      return { parts: [part], problems: [], createEntry };
    }
    const message = `\`load\` returned ${inspect(rows, { depth: 0 })} instead of an array.`;
    return { parts: [], problems: [error('content-invalid', message, { place })], createEntry };
  }
  const { root, loadParser } = contentSetup();
  const { pattern } = source;
  const { files, problems } = await findCollectionFiles(root, pattern);
  const needsParser = !files.every((file) => file.endsWith('.mdx') || isDataFile(file));
  const parse = needsParser ? await loadParser() : undefined;
  const createEntry = createEntries(folderOf(pattern), parse);
  return { parts: await readIndex(root, pattern, files), problems, createEntry };
}

/** One worker reads the front matter, possibly of thousands of files; the others get a copy. */
async function readIndex(root: string, pattern: string, files: readonly string[]): Promise<readonly ItemFile[]> {
  const { shared } = contentSetup();
  // While `serve` runs, shared data may be older than a file that was saved just now.
  const states = files.map((file) => `${file} ${stateOf(statSync(path.join(root, file)))}`);
  return shared(`sitegen:collection ${hashOf(pattern, ...states)}`, () => files.map((file) => readPart(root, file)));
}

function readPart(root: string, file: string): ItemFile {
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
function fieldsOf({ file }: ItemFile, row: unknown): object {
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

/** @param describe returns the mistake of a reference, if it has one */
export async function describeReferences(
  source: CollectionSource,
  schema: StandardSchema | undefined,
  references: readonly EntryReference[],
  describe: (reference: EntryReference) => Pick<ContentMistake, 'message' | 'hint'> | undefined,
): Promise<Diagnostic[]> {
  const wrong = new Map<ItemFile, ItemMistake[]>();
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

export function collectionName(source: CollectionSource): string {
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

/** A value that a schema takes for the slug of an entry of another collection. All are checked at the end: two collections can refer to each other. */
interface SlugReference {
  /** Returns the collection. */
  readonly target: () => object;
  readonly slug: string;
}

interface Validation {
  readonly found: SlugReference[];
  readonly broken: SlugReference | undefined;
}

/** The validation of an entry. */
const validating = new AsyncLocalStorage<Validation>();

/** @returns false if it is the broken reference that is searched for: the schema then says where the value is */
export function checkReference(reference: SlugReference): boolean {
  const { found, broken } = validating.getStore() ?? {};
  found?.push(reference);
  return broken === undefined || broken.target !== reference.target || broken.slug !== reference.slug;
}

/**
 * @param broken a reference that an earlier validation has found, and that leads nowhere
 * @returns the result, and the references that the schema has found
 */
async function collectReferences<Result>(
  run: () => Promise<Result>,
  broken?: SlugReference,
): Promise<{ readonly result: Result; readonly references: readonly SlugReference[] }> {
  const found: SlugReference[] = [];
  const result = await validating.run({ found, broken }, run);
  return { result, references: found };
}
