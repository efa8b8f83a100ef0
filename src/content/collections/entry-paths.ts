import { posix } from 'node:path';
import { matchesPattern } from '../../shared/route-pattern.ts';
import { warning, type Diagnostic } from '../../shared/diagnostics.ts';
import { decodePath } from '../../shared/address.ts';
import { routePathToOutput } from '../../shared/paths.ts';
import { contentFolder, type ContentSource } from '../../project/kinds.ts';
import type { UnpublishedPage } from '../../shared/unpublished.ts';

/** The addresses of files in collections that have been read, by file. Owned by the worker thread. */
const paths = new Map<string, string>();

/** The addresses of entries that are not published. Owned by the worker thread. */
const draftPaths: string[] = [];

/** The pages of files that a build leaves out, by path. Not reported yet. Owned by the worker thread. */
const unpublished = new Map<string, UnpublishedPage>();

interface KnownCollection {
  /** From the root. Absent if its entries are not in files. */
  readonly folder: string | undefined;
  /** Reads the collection, and remembers its entries. */
  readonly read: () => Promise<{ readonly mistakes: readonly Diagnostic[] }>;
}

/** The collections of the modules that have been loaded. Owned by the worker thread. */
const collections: KnownCollection[] = [];

export function rememberCollection(collection: KnownCollection): void {
  collections.push(collection);
}

/** @param file with content, from the root. Outside of the project, only its collection says where it belongs */
export function sourceOf(root: string, file: string): ContentSource {
  const around = file.startsWith('../')
    ? collections.find(({ folder }) => folder !== undefined && file.startsWith(`${folder}/`))
    : undefined;
  return { file, folder: contentFolder(root, around?.folder ?? posix.dirname(file)) };
}

/** @returns all mistakes in all files of collections, so that they are reported in one run, whichever a page reads first */
export async function readCollections(): Promise<Diagnostic[]> {
  const withFiles = collections.filter(({ folder }) => folder !== undefined);
  return (await Promise.all(withFiles.map(({ read }) => read()))).flatMap(({ mistakes }) => mistakes);
}

/** A collection that has been read without mistakes. */
interface ReadList extends Pick<KnownCollection, 'folder'> {
  /** For messages: `"content/posts/*.md"`. */
  readonly name: string;
  readonly files: number;
  readonly entries: number;
  /** Drafts, and files whose `publishAt` is later. */
  readonly unpublished: number;
}

/** Owned by the worker thread. */
const lists: ReadList[] = [];

export function rememberList(list: ReadList): void {
  lists.push(list);
}

/** @returns a warning for each collection without a file */
export function describeEmptyCollections(): Diagnostic[] {
  return lists.flatMap(({ name, folder, files, entries, unpublished: drafts }) => {
    if (entries + drafts > 0) return [];
    if (folder === undefined) return [warning('list-empty', `\`load\` of the collection ${name} returned no rows.`)];
    const place = folder === '' ? undefined : { file: folder };
    const hint = 'add one, or correct the pattern; in CI, check out submodules';
    const message =
      files > 0 ? `The files of the collection ${name} have no rows.` : `No file matches the collection ${name}.`;
    return [warning('list-empty', message, { place, hint })];
  });
}

/** True if pages are missing only because they are not published yet. @param pattern of their paths */
export function areDrafts(pattern: string): boolean {
  return (
    draftPaths.some((path) => matchesPattern(pattern, path)) ||
    lists.some(({ entries, unpublished: drafts }) => entries === 0 && drafts > 0)
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
  if (path) draftPaths.push(path);
  if (path) unpublished.set(path, { route: { path, source: file, output: routePathToOutput(path) }, ...when });
}

/** @returns the pages of the collections that this worker has read since this was last called */
export function takeUnpublishedEntries(): UnpublishedPage[] {
  const taken = [...unpublished.values()];
  unpublished.clear();
  return taken;
}
