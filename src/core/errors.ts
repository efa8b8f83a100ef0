import type { Diagnostic } from './diagnostics.ts';

/** A reason why a command cannot go on that its user can do something about. Its message says what. */
export class SitegenError extends Error {
  override readonly name = 'SitegenError';
  /** More exactly, where the reason lies in files. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, options: ErrorOptions & { readonly diagnostics?: readonly Diagnostic[] } = {}) {
    super(message, options);
    this.diagnostics = options.diagnostics ?? [];
  }
}

/** Whether an error is one that the system gave, with one of these codes: `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** `fetch` says no more than that it failed; the cause says why. */
export function causeOf(failure: unknown): unknown {
  return failure instanceof Error ? (failure.cause ?? failure) : failure;
}

/**
 * Throws an error again, with the file: of one that is open already, the system does not tell it.
 *
 * @example
 * await writeFile(file, text).catch(tellFile(file));
 */
export function nameFile(file: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error) || !('code' in error) || 'path' in error) throw error;
    throw Object.assign(new Error(`${error.message} '${file}'`), { code: error.code, path: file });
  };
}

const ROOM = 'make room on the disk, for more bytes and more files, and build again';
const RIGHTS = 'build as a user who may write there, or to another folder with --out';

/** What to do about what the system says. */
const ADVICE: Readonly<Record<string, string>> = {
  EACCES: RIGHTS,
  EDQUOT: ROOM,
  EFBIG: 'allow larger files (`ulimit -f`), and build again',
  EIO: 'see whether the disk is all right, and build again',
  EMFILE: 'allow more open files (`ulimit -n`), and build again',
  ENOSPC: ROOM,
  EPERM: RIGHTS,
  EROFS: 'let the disk be written to, or build to another folder with --out',
};

/** @returns nothing when the error is none of the system's, or says all there is to say */
export function hintForSystemError(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? ADVICE[String(error.code)] : undefined;
}
