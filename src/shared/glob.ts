import { readdir, type Dirent } from 'node:fs';
import path from 'node:path';
import { escapePath, glob } from 'tinyglobby';
import { error, type Diagnostic } from './diagnostics.ts';
import { hasCode } from './errors.ts';
import { hintForListing, lstatIfExists, realPathIfExists, statIfExists } from './files.ts';
import { foldersAround, toPosix } from './paths.ts';

export { escapePath };

export interface FindMatching {
  /** Absolute. */
  readonly root: string;
  /** From the root. */
  readonly patterns: readonly string[];
  /** True if hidden files, and files in `node_modules`, also match. */
  readonly exhaustive?: boolean;
  /** True if it is a problem when the folder of the patterns does not exist. */
  readonly mustExist: boolean;
  /**
   * True if a link may be followed.
   *
   * @param link from the root
   * @param target absolute, without links
   */
  readonly mayFollow: (link: string, target: string) => boolean;
}

/** The files that match. */
export interface Matching {
  /** From the root, sorted. */
  readonly files: readonly string[];
  /** Why files may be missing: folders that cannot be listed, links that lead elsewhere, matches that are not files. */
  readonly problems: readonly Diagnostic[];
}

/** Lists the files that match. A folder that cannot be listed is a problem: it must not look empty. */
export async function findMatching(options: FindMatching): Promise<Matching> {
  const { root, patterns, exhaustive = false, mustExist, mayFollow } = options;
  const problems = new Map<string, Diagnostic>();
  /** Why links and other entries cannot be used, if they match: by path from the root. */
  const unusable = new Map<string, Diagnostic>();

  /** Lists a link as its target. A broken one may have been a file or a folder. */
  const toEntries = (folder: string, entry: Dirent): Entry[] => {
    if (entry.isDirectory() || entry.isFile()) return [entry];
    const file = path.join(folder, entry.name);
    const name = toPosix(path.relative(root, file));
    const found = statIfExists(file);
    const real = realPathIfExists(file);
    if (real === undefined || !(found?.isFile() || found?.isDirectory())) unusable.set(name, describeKind(name));
    else if (!mayFollow(name, real)) unusable.set(name, describeLinkOut(name, real));
    if (found?.isDirectory()) {
      const isCycle = foldersAround(folder).some((around) => realPathIfExists(around) === real);
      return isCycle && !unusable.has(name) ? [] : [asFolder(entry.name)];
    }
    return [asFile(entry.name), ...(found === undefined ? [asFolder(entry.name)] : [])];
  };

  /** tinyglobby lists the folders that may contain matching files, and treats one that cannot be listed as empty. */
  const list = (folder: string, types: { withFileTypes: true }, callback: Callback): void => {
    const place = path.resolve(folder);
    const name = toPosix(path.relative(root, place));
    const refused = unusable.get(name);
    if (refused !== undefined) {
      problems.set(name, refused);
      queueMicrotask(() => callback(null, [])); // it expects no answer before this function returns
      return;
    }
    readdir(place, types, (failure, found) => {
      if (failure === null) {
        const entries = found.flatMap((entry) => toEntries(place, entry));
        callback(null, entries);
        return;
      }
      const isMissing = hasCode(failure, 'ENOENT') && lstatIfExists(place) === undefined;
      if (mustExist || !isMissing) problems.set(name, describeFolder(name, place, failure));
      callback(null, []);
    });
  };

  const found = await glob([...patterns], {
    cwd: root,
    expandDirectories: false,
    dot: exhaustive,
    ignore: exhaustive ? [] : ['**/node_modules'],
    fs: { readdir: list as unknown as typeof readdir },
  });
  for (const file of found) {
    const problem = unusable.get(file);
    if (problem !== undefined) problems.set(file, problem);
  }
  return {
    files: found.filter((file) => !unusable.has(file)).toSorted(),
    problems: [...problems].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, problem]) => problem),
  };
}

type Entry = Pick<Dirent, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink'>;
type Callback = (failure: null, entries: readonly Entry[]) => void;

const asFile = (name: string): Entry => ({ ...NOTHING, name, isFile: () => true });
const asFolder = (name: string): Entry => ({ ...NOTHING, name, isDirectory: () => true });
const NOTHING = { isFile: () => false, isDirectory: () => false, isSymbolicLink: () => false };

function describeFolder(name: string, folder: string, failure: unknown): Diagnostic {
  const isMissing = hasCode(failure, 'ENOENT');
  const message = isMissing
    ? `The folder ${name} does not exist.`
    : `The folder ${name} cannot be listed: ${String(failure)}.`;
  const hint = isMissing
    ? 'create it, or correct the pattern; in CI, check out submodules'
    : hintForListing(folder, failure);
  return error('folder-unreadable', message, { place: { file: name }, hint });
}

function describeKind(name: string): Diagnostic {
  const message = `${name} is not a regular file, but a broken link, a pipe, a socket or a device.`;
  return error('file-kind', message, { place: { file: name }, hint: 'replace it with a file, or remove it' });
}

/** @param name from the root. @param target absolute */
export function describeLinkOut(name: string, target: string): Diagnostic {
  const message = `${name} is a link to ${target}, which is hidden or outside of the folder that it is in.`;
  const hint = 'replace it with what it leads to, or remove it';
  return error('asset-refused', message, { place: { file: name }, hint });
}
