import type { Diagnostic } from './model.ts';

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
