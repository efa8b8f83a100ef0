import { workerData } from 'node:worker_threads';
import { findPatternMistake, folderOf } from '../content/collections/collection-files.ts';
import { contentVersion } from '../content/content-setup.ts';
import { contentError, type ContentMistake } from '../content/content-problem.ts';
import { readCollections } from '../content/collections/entry-paths.ts';
import { createLoadSource } from '../content/collections/load-rows.ts';
import {
  describeReferences,
  collectionName,
  readCollection,
  type CollectionEntries,
  checkReference,
} from '../content/collections/read-collection.ts';
import type { CollectionSource } from '../content/collections/describe-items.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import { createSuggester } from '../shared/suggest-name.ts';
import type {
  Collection,
  CollectionOptions,
  DataEntry,
  DataPattern,
  Entry,
  LoadedEntry,
  LoadOptions,
  OutputOf,
  StandardSchema,
} from './content.ts';

/** The type of a front matter or a row without a schema. */
type Untyped = StandardSchema<Readonly<Record<string, unknown>>>;

type AnyCollection = Collection<unknown, string | undefined, LoadedEntry>;

/** How to read the entries of collections, for those that refer to them. */
const readers = new WeakMap<object, { readonly name: string; readonly read: () => Promise<CollectionEntries> }>();

/**
 * The rows of files with data: each object of an array, each row of a CSV, or the object in a file.
 *
 * @example
 * export const authors = collection('data/authors.yaml', { schema: v.object({ id: v.string(), name: v.string() }) });
 */
export function collection<Schema extends StandardSchema = Untyped, Path extends string | undefined = undefined>(
  pattern: DataPattern,
  options?: CollectionOptions<Schema, Path>,
): Collection<OutputOf<Schema>, Path, DataEntry<OutputOf<Schema>, Path>>;
/**
 * The Markdown files that match a pattern, with typed front matter. Call it at the top level of a module; `all` and `get` can be
 * called wherever code runs in a build: in `paths`, in `load`, in an async component, in `templates/files`.
 *
 * @example
 * export const posts = collection('content/posts/*.md', {
 *   schema: v.object({ title: v.string(), tags: v.optional(v.array(v.string()), []) }),
 *   path: ({ slug }) => href('/blog/[slug]', { slug }),
 * });
 *
 * @param pattern from the project's root; `../content/*.md` is outside. `*` matches within a folder, `**` also folders
 */
export function collection<Schema extends StandardSchema = Untyped, Path extends string | undefined = undefined>(
  pattern: string,
  options?: CollectionOptions<Schema, Path>,
): Collection<OutputOf<Schema>, Path>;
/**
 * Rows that a function loads, once per build.
 *
 * @example
 * export const events = collection({ load: async () => (await fetch('https://example.com/events')).json() });
 */
export function collection<
  Row,
  Schema extends StandardSchema = StandardSchema<Row>,
  Path extends string | undefined = undefined,
>(options: LoadOptions<Row, Schema, Path>): Collection<OutputOf<Schema>, Path, LoadedEntry<OutputOf<Schema>, Path>>;
export function collection(
  from: string | LoadOptions<unknown, StandardSchema, string | undefined>,
  options: CollectionOptions<StandardSchema, string | undefined> = {},
): Collection<unknown, string | undefined, Entry> {
  if (typeof from !== 'string') return createCollection(toLoadSource(from.load), from);
  const mistake = findPatternMistake(from);
  if (mistake !== undefined) throw new Error(mistake);
  return createCollection({ pattern: from }, options);
}

/**
 * A check for schemas: the value is the slug of an entry of another collection. All references are checked when the files have
 * been read, so collections can refer to each other.
 *
 * @example
 * schema: v.object({ author: v.pipe(v.string(), v.check(reference(() => authors))) })
 *
 * @returns a function that is true for every slug until all files have been read
 */
export function reference<Slug extends string | number = string>(target: () => AnyCollection): (slug: Slug) => boolean {
  return (slug) => {
    if (!['string', 'number'].includes(typeof slug)) return false; // a schema may allow any value, such as `["anna"]`
    return checkReference({ target, slug: String(slug) });
  };
}

function createCollection(
  source: CollectionSource,
  options: CollectionOptions<StandardSchema, string | undefined>,
): Collection<unknown, string | undefined, Entry> {
  const name = collectionName(source);
  const read = once(() => readCollection(source, options));
  const readChecked = once(async () => {
    const found = await read();
    const broken = await findBrokenReferences(source, options.schema, found);
    return { ...found, mistakes: [...found.mistakes, ...broken] };
  });
  const readValid = async () => {
    const { entries, unpublished, mistakes } = await readChecked();
    if (mistakes.length > 0)
      throw contentError([...('pattern' in source ? [] : mistakes), ...(await readCollections())]);
    return { entries, unpublished };
  };
  const folder = 'pattern' in source ? folderOf(source.pattern) : undefined;
  contentVersion().collections.push({ folder, read: readChecked });
  const [one, its] = 'pattern' in source ? ['file', 'The file'] : ['row', 'The row'];
  const created = {
    all: async () => [...(await readValid()).entries.values()] as Entry[],
    get: async (slug: string) => {
      const { entries, unpublished } = await readValid();
      const found = entries.get(slug);
      if (found !== undefined) return found as Entry;
      const reason = unpublished.get(slug);
      if (reason !== undefined) throw new Error(`${its} "${slug}" of the collection ${name} ${reason}.`);
      throw new Error(`No ${one} of the collection ${name} has the slug "${slug}".`);
    },
  };
  readers.set(created, { name, read });
  return created;
}

/** Calls a function once, and again after it has failed. */
function once<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= run().catch((failure: unknown) => {
      running = undefined;
      throw failure;
    });
    return running;
  };
}

function toLoadSource(load: () => unknown): CollectionSource {
  const call = { stack: '' };
  Error.captureStackTrace(call, collection); // starts at the caller's line
  return createLoadSource(load, call.stack, (workerData as { readonly root?: string } | null)?.root);
}

/** Reads the collections that entries refer to. If one has mistakes, those are reported instead. */
async function findBrokenReferences(
  source: CollectionSource,
  schema: StandardSchema | undefined,
  { references }: CollectionEntries,
): Promise<readonly Diagnostic[]> {
  const targets = new Map<object, ReferencedCollection>();
  const problems: Diagnostic[] = [];
  for (const resolve of new Set(references.map(({ target }) => target))) {
    const reader = readers.get(resolve());
    if (reader === undefined)
      throw new Error(
        `\`reference\` in the schema of the collection ${collectionName(source)} needs a function that returns a collection.`,
      );
    const { entries, unpublished, mistakes } = await reader.read();
    if (mistakes.length > 0) problems.push(...mistakes);
    else targets.set(resolve, { name: reader.name, entries, unpublished, suggest: createSuggester(entries.keys()) });
  }
  const broken = await describeReferences(source, schema, references, ({ target, slug, isPublished }) => {
    const found = targets.get(target);
    return found && describeMissing(found, slug, isPublished);
  });
  return [...problems, ...broken];
}

/** A collection that entries refer to. */
interface ReferencedCollection extends Pick<CollectionEntries, 'entries' | 'unpublished'> {
  readonly name: string;
  readonly suggest: (slug: string) => string | undefined;
}

function describeMissing(
  { name, entries, unpublished, suggest }: ReferencedCollection,
  slug: string,
  isPublished: boolean,
): Pick<ContentMistake, 'message' | 'hint'> | undefined {
  if (entries.has(slug)) return undefined;
  const reason = unpublished.get(slug);
  if (reason !== undefined && !isPublished) return undefined;
  if (reason !== undefined) return { message: `"${slug}" of the collection ${name} ${reason}.`, hint: 'publish both' };
  const suggestion = suggest(slug) ?? [...entries.keys()].slice(0, 3).join('", "');
  const hint = entries.size === 0 ? {} : { hint: `write "${suggestion}"` };
  return { message: `The collection ${name} has no entry "${slug}".`, ...hint };
}
