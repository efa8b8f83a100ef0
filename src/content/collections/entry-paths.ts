import { posix } from 'node:path';
import { matchesPattern } from '../../shared/route-pattern.ts';
import { warning, type Diagnostic } from '../../shared/diagnostics.ts';
import { decodePath } from '../../shared/address.ts';
import { routePathToOutput } from '../../shared/paths.ts';
import { contentFolder, type ContentSource } from '../../project/kinds.ts';
import type { UnpublishedPage } from '../../shared/unpublished.ts';
import { contentVersion } from '../content-setup.ts';

/** @param file with content, from the root. Outside of the project, only its collection says where it belongs */
export function sourceOf(root: string, file: string): ContentSource {
  const around = file.startsWith('../')
    ? contentVersion().collections.find(({ folder }) => folder !== undefined && file.startsWith(`${folder}/`))
    : undefined;
  return { file, folder: contentFolder(root, around?.folder ?? posix.dirname(file)) };
}

/** @returns all mistakes in all files of collections, so that they are reported in one run, whichever a page reads first */
export async function readCollections(): Promise<Diagnostic[]> {
  const withFiles = contentVersion().collections.filter(({ folder }) => folder !== undefined);
  return (await Promise.all(withFiles.map(({ read }) => read()))).flatMap(({ mistakes }) => mistakes);
}

/** @returns a warning for each collection without a file */
export function describeEmptyCollections(): Diagnostic[] {
  return contentVersion().lists.flatMap(({ name, folder, files, entries, unpublished: drafts }) => {
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
  const { unpublished, lists } = contentVersion();
  return (
    [...unpublished.keys()].some((path) => matchesPattern(pattern, path)) ||
    lists.some(({ entries, unpublished: drafts }) => entries === 0 && drafts > 0)
  );
}

export function findEntryPath(file: string): string | undefined {
  return contentVersion().files.get(file)?.path;
}

/** @param file from the root. @param address of its page, if it has one */
export function rememberUnpublished(
  file: string,
  address: string | undefined,
  when: Omit<UnpublishedPage, 'route'>,
): void {
  const path = address && decodePath(address);
  if (!path) return;
  const route = { path, source: file, output: routePathToOutput(path) };
  contentVersion().unpublished.set(path, { route, ...when });
}

/** @returns the pages of the collections that this worker has read since this was last called */
export function takeUnpublishedEntries(): UnpublishedPage[] {
  const version = contentVersion();
  const taken = [...version.unpublished.values()].slice(version.reported);
  version.reported = version.unpublished.size;
  return taken;
}
