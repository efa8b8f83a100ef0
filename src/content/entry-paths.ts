import type { Diagnostic } from '../shared/diagnostics.ts';
import { decodePath } from '../shared/address.ts';
import { routePathToOutput } from '../shared/paths.ts';
import type { CollectionFacts } from '../shared/page-tasks.ts';
import type { UnpublishedPage } from '../shared/unpublished.ts';

/** The addresses of files in collections that have been read, by file. Owned by the worker thread. */
const paths = new Map<string, string>();

/** The pages of files that a build leaves out, by file, which have not been reported. Owned by the worker thread. */
const unpublished = new Map<string, UnpublishedPage>();

interface KnownCollection {
  readonly pattern: string;
  /** From the root. */
  readonly folder: string;
  /** Reads the collection, and remembers its entries. */
  readonly read: () => Promise<ReadCollection>;
}

interface ReadCollection {
  readonly entries: ReadonlyMap<string, unknown>;
  readonly unpublished: ReadonlyMap<string, unknown>;
  readonly mistakes: readonly Diagnostic[];
}

/** The collections of the modules that have been loaded. Owned by the worker thread. */
const collections: KnownCollection[] = [];

export function rememberCollection(collection: KnownCollection): void {
  collections.push(collection);
}

/** The folders of the collections, from the root. */
export function collectionFolders(): readonly string[] {
  return collections.map(({ folder }) => folder);
}

/** @returns all mistakes in all collections, so that they are reported in one run, whichever a page reads first */
export async function readCollections(): Promise<Diagnostic[]> {
  return (await Promise.all(collections.map(({ read }) => read()))).flatMap(({ mistakes }) => mistakes);
}

export function describeCollections(): Promise<CollectionFacts[]> {
  return Promise.all(
    collections.map(async ({ pattern, read }) => {
      const files = await read();
      const [entries, left, mistakes] = [files.entries.size, files.unpublished.size, files.mistakes.length];
      return { pattern, entries, unpublished: left, mistakes };
    }),
  );
}

export function rememberEntry(file: string, path: string | undefined): void {
  if (path !== undefined) paths.set(file, path);
}

export function findEntryPath(file: string): string | undefined {
  return paths.get(file);
}

/** @param file from the root. @param address of its page, if it has one */
export function rememberUnpublished(
  file: string,
  address: string | undefined,
  when: Omit<UnpublishedPage, 'route'>,
): void {
  const path = address && decodePath(address);
  if (path) unpublished.set(file, { route: { path, source: file, output: routePathToOutput(path) }, ...when });
}

/** @returns the pages of the collections that this worker has read since this was last called */
export function takeUnpublishedEntries(): UnpublishedPage[] {
  const taken = [...unpublished.values()];
  unpublished.clear();
  return taken;
}
