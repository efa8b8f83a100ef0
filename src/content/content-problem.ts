import { codeFrame } from '../shared/code-frame.ts';
import { error, type Code, type Diagnostic } from '../shared/diagnostics.ts';
import { SitegenError, shorten } from '../shared/errors.ts';
import { findPackage } from '../shared/find-package.ts';
import { installCommand } from '../shared/package-manager.ts';
import { formatFrame, framesInStack } from '../shared/stack-trace.ts';

/** A file with content: Markdown, with its front matter. */
export interface ContentFile {
  /** From the root: `templates/pages/about.md`. Empty for a text that is in no file. */
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
  /** See `Diagnostic`. */
  readonly calls?: readonly string[] | undefined;
}

/** Stops processing a content file. */
export type Refuse = (mistake: ContentMistake) => void;

export function describeMistake({ file, text }: ContentFile, mistake: ContentMistake): Diagnostic {
  const { message, line, column = 1, hint, calls, code = 'content-invalid' } = mistake;
  if (line === undefined) return error(code, message, { ...(file && { place: { file } }), hint, calls });
  return error(code, message, { place: { file, line, column }, hint, calls, frame: codeFrame(text, line, column) });
}

/** Stops processing a page; its diagnostics are reported instead of the error itself. */
export function contentError(diagnostics: readonly Diagnostic[]): SitegenError {
  return new SitegenError(diagnostics.map(({ message }) => message).join('\n'), { diagnostics });
}

/** @throws {SitegenError} if there are mistakes */
export function refuseMistakes(content: ContentFile, mistakes: readonly ContentMistake[]): void {
  const { listed, more } = limitMistakes(mistakes);
  if (listed.length > 0) throw contentError([...listed, ...more].map((mistake) => describeMistake(content, mistake)));
}

/** More of one file are counted only: a column that is missing is a mistake in each of 100,000 rows. */
const MAX_MISTAKES = 50;

/** Divides the mistakes in a file with many rows into those that are listed, and one that counts the others. */
export function limitMistakes<Mistake>(mistakes: readonly Mistake[]): {
  readonly listed: readonly Mistake[];
  readonly more: readonly ContentMistake[];
} {
  const rest = mistakes.length - MAX_MISTAKES;
  if (rest <= 0) return { listed: mistakes, more: [] };
  const message = `There are ${rest} more mistakes in this list, which are not shown.`;
  return { listed: mistakes.slice(0, MAX_MISTAKES), more: [{ message, hint: 'correct the first ones' }] };
}

/** A failed recursion has hundreds of calls. */
const MAX_CALLS = 10;

/** In stack traces, modules are URLs. */
const OWN = new URL('.', import.meta.url).href;

/** @param subject the site code that threw, for one content file */
export function describeThrown(root: string, subject: string, failure: unknown): ContentMistake {
  const lines = failure instanceof Error ? String(failure.stack).split('\n') : [];
  // Each page that reads the collection calls this file: without its callers, all of them report the same.
  const end = lines.findIndex((line) => line.includes(OWN));
  const frames = framesInStack(lines.slice(0, end).join('\n'), root).slice(0, MAX_CALLS);
  const message = `${subject} threw: ${shorten(String(failure))}`;
  return { message, ...(frames.length > 0 && { calls: frames.map(formatFrame) }) };
}

/** The optional peers for content, and the versions that sitegen is tested with. */
const VERSIONS = {
  'markdown-it': 15,
  yaml: 2,
  parse5: 7,
  '@mdx-js/mdx': 3,
  'remark-directive': 4,
  'remark-gfm': 4,
  'csv-parse': 7,
} as const;

export type ContentPackage = keyof typeof VERSIONS;

/** @returns the packages for Markdown. Nearly every file has front matter */
export function packagesFor(allowsHtml: boolean): readonly ContentPackage[] {
  return ['markdown-it', 'yaml', ...(allowsHtml ? (['parse5'] as const) : [])];
}

/**
 * @param needed all packages for the content, so that one command installs those that are missing
 * @param cause the error of the package that cannot be loaded
 */
export function missingPackages(purpose: string, needed: readonly ContentPackage[], cause: unknown): unknown {
  const missing = needed.filter((name) => findPackage(import.meta.dirname, name) === undefined);
  if (missing.length === 0) return cause; // one of them is installed without its own dependencies
  const names = new Intl.ListFormat('en-GB').format(missing);
  const [packages, are] = missing.length === 1 ? ['package', 'is'] : ['packages', 'are'];
  const message = `${purpose} needs the ${packages} ${names}, which ${are} not installed.`;
  const hint = installCommand(...missing.map((one) => `${one}@${VERSIONS[one]}`));
  return new SitegenError(message, { cause, diagnostics: [error('page-failed', message, { hint })] });
}

/**
 * Levels of nesting: far more than documents have, and far fewer than overflow the stack of a thread. V8 ends the whole process
 * if that happens in a regular expression or while it parses code, and markdown-it drops what is nested too deep.
 */
export const MAX_DEPTH = 300;

export const TOO_DEEP = `The content is nested more than ${MAX_DEPTH} levels deep.`;

/** `> `, `- `, `12. ` */
const MARKER = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;

/** Finds lists and quotes that would overflow the stack of the MDX compiler, and end its process. */
export function findDeepMarkers(source: string): ContentMistake | undefined {
  const index = source.split('\n').findIndex((line) => line.length > MAX_DEPTH && isNestedTooDeep(line));
  return index < 0 ? undefined : { message: TOO_DEEP, line: index + 1 };
}

/** A loop, because a regular expression for all markers at once backtracks. */
function isNestedTooDeep(text: string): boolean {
  MARKER.lastIndex = 0;
  for (let depth = 0; MARKER.test(text); depth += 1) {
    if (depth >= MAX_DEPTH) return true;
  }
  return false;
}
