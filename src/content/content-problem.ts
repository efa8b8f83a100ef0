import { codeFrame } from '../shared/code-frame.ts';
import { error, type Code, type Diagnostic } from '../shared/diagnostics.ts';
import { SitegenError } from '../shared/errors.ts';

/** A file with content: Markdown, with its front matter. */
export interface ContentFile {
  /** From the root: `templates/pages/about.md`. */
  readonly file: string;
  readonly text: string;
}

/** A mistake in a content file, before its file is known. `line` and `column` count from 1. */
export interface ContentMistake {
  readonly message: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly hint?: string | undefined;
  /** Default: `content-invalid`. */
  readonly code?: Code;
}

/** Stops processing a content file. */
export type Refuse = (mistake: ContentMistake) => void;

export function describeMistake({ file, text }: ContentFile, mistake: ContentMistake): Diagnostic {
  const { message, line, column = 1, hint, code = 'content-invalid' } = mistake;
  if (line === undefined) return error(code, message, { place: { file }, hint });
  return error(code, message, { place: { file, line, column }, hint, frame: codeFrame(text, line, column) });
}

/** Stops processing a page; its diagnostics are reported instead of the error itself. */
export function contentError(diagnostics: readonly Diagnostic[]): SitegenError {
  return new SitegenError(diagnostics.map(({ message }) => message).join('\n'), { diagnostics });
}

/** @throws {SitegenError} if there are mistakes */
export function refuseMistakes(content: ContentFile, mistakes: readonly ContentMistake[]): void {
  if (mistakes.length > 0) throw contentError(mistakes.map((mistake) => describeMistake(content, mistake)));
}

/** @param packageName of an optional peer that cannot be loaded */
export function missingPackage(packageName: string, purpose: string, version: string, cause: unknown): SitegenError {
  const message = `${purpose} needs the package ${packageName}, which is not installed.`;
  const hint = `npm install --save-dev ${packageName}@${version}`;
  return new SitegenError(message, { cause, diagnostics: [error('page-failed', message, { hint })] });
}
