import { accessSync, constants, existsSync } from 'node:fs';
import { hideCompiled, type Diagnostic } from './diagnostics.ts';

/** A failure of a command that its user can fix. The message says how. */
export class SitegenError extends Error {
  override readonly name = 'SitegenError';
  /** The exact places in files, if any. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, options: ErrorOptions & { readonly diagnostics?: readonly Diagnostic[] } = {}) {
    super(hideCompiled(message), options);
    this.diagnostics = options.diagnostics ?? [];
  }
}

/** A failure in a site file that does not appear in the stack trace. */
export class SiteFileError extends Error {
  /** From the root, if it is known. */
  readonly file: string | undefined;

  constructor(message: string, file: string | undefined) {
    super(message);
    this.file = file;
  }
}

/** The failure of an async component, whose own stack need not contain the component. */
export class ComponentError extends Error {
  /** @param component for messages: `<Post>` */
  constructor(component: string, failure: unknown) {
    super(`${component} failed to render.`, { cause: failure });
  }
}

/** The failure of a page that calls an async component with other inputs whenever it is rendered again. */
export class UnstableError extends Error {
  /** @param component for messages: `<Card>` */
  constructor(component: string) {
    super(
      `${component} is async, and gets another key, other props or another context whenever the page is rendered again.`,
    );
  }
}

/** The maximum size of a page, in bytes. React drops text beyond V8's longest string, 512 MB, without an error. */
const MAX_PAGE = 100_000_000;

/** The failure of a page with more than 100 MB of HTML. */
export class PageSizeError extends Error {
  constructor() {
    super(`The page has more than ${MAX_PAGE / 1e6} MB of HTML.`);
  }
}

/** @throws {PageSizeError} if a page cannot have that many bytes, or characters */
export function checkPageSize(size: number): void {
  if (size > MAX_PAGE) throw new PageSizeError();
}

/** Counts the bytes only if there may be too many: a character has up to three. */
export function checkHtmlSize(html: string): void {
  if (html.length * 3 > MAX_PAGE) checkPageSize(Buffer.byteLength(html));
}

/** True for an operating system error with one of these codes: `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** The message of a failed `fetch` is generic; its cause has the reason. */
export function causeOf(failure: unknown): unknown {
  return failure instanceof Error ? (failure.cause ?? failure) : failure;
}

/** Why a request failed, for messages. @param timeout of the request, in ms */
export function reasonOfRequest(failure: unknown, timeout: number): string {
  if (failure instanceof Error && failure.name === 'TimeoutError') return `no response within ${timeout / 1000} s`;
  const cause = causeOf(failure);
  if (!(cause instanceof Error)) return String(cause);
  const { message, code } = cause as NodeJS.ErrnoException;
  return message || code || String(failure);
}

/**
 * Rethrows an error with the path of the file, which is missing from errors on a file that is already open.
 *
 * @example
 * await writeFile(file, text).catch(nameFile(file));
 */
export function nameFile(file: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error) || !('code' in error) || 'path' in error) throw error;
    throw Object.assign(new Error(`${error.message} '${file}'`), { code: error.code, path: file });
  };
}

const FREE_SPACE = 'free disk space and inodes, and build again';
const OPEN = process.platform === 'win32' ? 'close the programs that use it, or ' : '';
const PERMISSION = `${OPEN}build as a user with write permission, or choose another folder with --out`;

/** Hints for operating system errors, by code. */
const ADVICE: Readonly<Record<string, string>> = {
  EACCES: PERMISSION,
  EAGAIN: 'raise the limit of processes and threads (`ulimit -u`), and build again',
  EBUSY: 'close the program that uses it; if a folder is mounted there, mount the one around it',
  EDQUOT: FREE_SPACE,
  EFBIG: 'raise the file size limit (`ulimit -f`), and build again',
  EIO: 'check the disk for errors, and build again',
  EMFILE: 'raise the limit of open files (`ulimit -n`), and build again',
  ENFILE: 'close other programs, or raise the number of files that the system opens (`fs.file-max`), and build again',
  ENOSPC: FREE_SPACE,
  EPERM: PERMISSION,
  EROFS: 'mount the disk with write access, or choose another folder with --out',
};

const READ_PERMISSION = 'give the user who builds permission to read it';

/** True if read permission is missing. The error of `open` does not say what the file was opened for. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error) || !hasCode(error, 'EACCES', 'EPERM')) return false;
  const { path, syscall = '' } = error as NodeJS.ErrnoException;
  if (['scandir', 'opendir', 'stat', 'lstat', 'read', 'readlink', 'realpath'].includes(syscall)) return true;
  if (syscall !== 'open' || path === undefined || !existsSync(path)) return false;
  try {
    accessSync(path, constants.R_OK);
    return false;
  } catch {
    return true; // for whatever reason
  }
}

/** @returns `undefined` for other errors, and for those whose message is sufficient */
export function hintForSystemError(error: unknown): string | undefined {
  if (isUnreadable(error)) return READ_PERMISSION;
  return error instanceof Error && 'code' in error ? ADVICE[String(error.code)] : undefined;
}

/**
 * A hint if the system gave a worker too few files or threads. One that cannot even start has the code in its message only:
 * `Worker initialization failure: EAGAIN`.
 */
export function hintForWorker(error: unknown): string | undefined {
  if (hasCode(error, 'EAGAIN', 'EMFILE', 'ENFILE')) return hintForSystemError(error);
  const [, code = ''] =
    /^Worker initialization failure: (E[A-Z]+)$/.exec((error as Error | undefined)?.message ?? '') ?? [];
  return ADVICE[code];
}

/** The maximum length of an error message from site code, in characters. */
const MAX_MESSAGE = 10_000;

/** @returns the beginning of a message that may be very long */
export function shorten(message: string): string {
  return message.slice(0, MAX_MESSAGE);
}
