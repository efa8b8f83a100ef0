/** Reads and writes files. A missing file is a result, not an error. Paths are absolute. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
  type Dirent,
  type Stats,
  rmSync,
} from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SitegenError, hasCode, nameFile } from './errors.ts';
import { createFolder } from './temp-folders.ts';

/**
 * Reads a file that may be anything, such as a link to a pipe or an endless device, where reading would never end. Workers use
 * it too, although they can be terminated: the main thread cannot.
 *
 * @param maxBytes a longer file is not read
 * @returns `undefined` unless it is a regular file of at most that length
 */
export function readRegularFile(file: string, maxBytes: number): Buffer | undefined {
  if (!statSync(file).isFile()) return undefined;
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)); // it may have been replaced meanwhile
  try {
    const found = fstatSync(descriptor);
    return found.isFile() && found.size <= maxBytes ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** @returns the file as text (UTF-8); `undefined` when it does not exist */
export async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** @returns the parsed JSON; `undefined` when the file does not exist or is damaged */
export async function readJsonIfExists(file: string): Promise<unknown> {
  const text = await readIfExists(file);
  return text === undefined ? undefined : parseJson(text);
}

/** @returns `undefined` for text that is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A path that cannot be followed. The last one is Node's for a NUL. */
const UNREACHABLE = ['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'];

/** @returns `undefined` if it does not exist, or its path cannot be followed */
export function statIfExists(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if (hasCode(error, ...UNREACHABLE)) return undefined;
    throw error;
  }
}

/** Like `statIfExists`, but for a link itself instead of its target. */
export function lstatIfExists(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if (hasCode(error, 'ENOTDIR', 'EACCES')) return undefined;
    throw error;
  }
}

/** @returns the path without links; `undefined` if it leads nowhere */
export function realPathIfExists(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch (error) {
    if (hasCode(error, ...UNREACHABLE)) return undefined;
    throw error;
  }
}

/** @returns the entries of a folder; none if it cannot be listed */
export function entriesIfListable(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return [];
    throw error;
  }
}

/** @returns a text that changes whenever the file does. Even a copy with the times of its source has another `ctime` */
export function stateOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [ino, size, mtimeMs, ctimeMs].join(' ');
}

/** A file, and not a link to one. */
export const isRegularFile = (entry: Dirent): boolean => entry.isFile();

/**
 * Lists everything below a folder, sorted by code units. Links to folders are listed, not followed; Node's recursive `readdir`
 * follows them since Node 22, even in a cycle.
 *
 * @param isWanted default: everything but folders
 * @returns POSIX paths from the folder; none when it does not exist
 * @throws {SitegenError} if anything below it cannot be listed, for example because it was removed meanwhile
 */
export function listFiles(folder: string, isWanted = (entry: Dirent) => !entry.isDirectory()): string[] {
  const names: string[] = [];
  const visit = (prefix: string, entries: readonly Dirent[]): void => {
    for (const entry of entries) {
      const name = prefix + entry.name;
      if (isWanted(entry)) names.push(name);
      if (entry.isDirectory()) visit(`${name}/`, readEntries(path.join(folder, name)));
    }
  };
  // A dangling link exists: its files are missing, which is not the same as having none.
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) visit('', readEntries(folder));
  return names.toSorted();
}

function readEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const hint = hintForListing(folder, error);
    if (hint === undefined) throw error;
    throw new SitegenError(`Cannot list the folder ${folder}: ${String(error)}\nTry: ${hint}`, { cause: error });
  }
}

export function hintForListing(folder: string, error: unknown): string | undefined {
  // Node decodes bytes that are not UTF-8 as U+FFFD, and then does not find the folder.
  if (hasCode(error, 'ENOENT') && folder.includes('\uFFFD')) return 'rename it: its name is not valid UTF-8';
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) {
    return 'build again if it was removed meanwhile; if it is a link or a file, replace it with a folder';
  }
  return hasCode(error, 'EACCES', 'EPERM') ? 'give the user who builds permission to read it' : undefined;
}

/** Checks that any user can read a file, including the one a web server runs as. */
export const isReadableByAll = ({ mode }: { readonly mode: number }): boolean => (mode & 0o444) === 0o444;

/** The mode of files that only the user may read: they may contain secrets. */
export const PRIVATE = 0o600;

/** How long to try again, in ms, as in npm and Vite. */
const OPEN_MS = 5000;

/**
 * Windows refuses to move or delete a file that another program has open, or a folder with such a file. Virus scanners open
 * every new file for a moment.
 */
export function retryWhileOpen<Result>(change: () => Result, platform = process.platform): Result {
  const deadline = performance.now() + OPEN_MS;
  for (let ms = 1; ; ms = Math.min(2 * ms, 100)) {
    try {
      return change();
    } catch (error) {
      const mayBeOpen = platform === 'win32' && hasCode(error, 'EPERM', 'EACCES', 'EBUSY');
      if (!mayBeOpen || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms); // synchronous, like its callers
    }
  }
}

/** Moves a file or a folder. */
export function move(from: string, to: string): void {
  retryWhileOpen(() => renameSync(from, to));
}

/** Writes a file so that readers see the old contents or the new, never a part. Creates missing parent folders. */
export async function writeAtomically(file: string, contents: string | Uint8Array, mode = 0o666): Promise<void> {
  await createFolder(path.dirname(file));
  const temporary = `${file}.${process.pid}.${performance.now()}.new`;
  try {
    await writeFile(temporary, contents, { mode }).catch(nameFile(file));
    move(temporary, file);
  } catch (failure) {
    rmSync(temporary, { force: true }); // a full disk would keep a part
    throw failure;
  }
}
