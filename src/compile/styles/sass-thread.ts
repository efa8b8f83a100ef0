/** The entry of a thread that compiles Sass: see `compile-sass.ts`. The only file that calls sass. */
import { existsSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { Exception, FileImporter, Logger, SourceSpan } from 'sass';
import { findPackage } from '../../shared/find-package.ts';
import { loadPackage } from '../../shared/load-package.ts';
import { packageName } from '../module-graph.ts';
import { toUrls } from './css-addresses.ts';
import { rebaseAddress } from './rebase-address.ts';

export interface SassTask {
  /** Absolute. */
  readonly root: string;
  /** Absolute. */
  readonly file: string;
  readonly text: string;
}

/** What Sass says about a place. */
export interface SassNotice {
  readonly message: string;
  readonly hint?: string | undefined;
  /** Lines and columns count from 1, the file is absolute. */
  readonly place?: { readonly file: string; readonly line: number; readonly column: number } | undefined;
}

export type SassReply =
  | { readonly mistake: SassNotice }
  | {
      /** Its addresses are relative to the folder of the file. */
      readonly css: string;
      readonly map: SourceMapPayload;
      /** Every stylesheet that was loaded, absolute. */
      readonly files: readonly string[];
      /** Folders in which a package was looked for first, absolute. */
      readonly folders: readonly string[];
      /** A kind of deprecation is in it once. */
      readonly notices: readonly SassNotice[];
    };

function compile({ root, file, text }: SassTask): SassReply {
  const { NodePackageImporter, compileString } = loadPackage('sass') as typeof import('sass');
  const folders: string[] = [];
  const notices: SassNotice[] = [];
  try {
    const { css, loadedUrls, sourceMap } = compileString(text, {
      syntax: /\.sass$/i.test(file) ? 'indented' : 'scss',
      url: pathToFileURL(file),
      importers: [packageFiles(folders), new NodePackageImporter(root)],
      sourceMap: true,
      charset: false, // esbuild writes UTF-8
      quietDeps: true,
      verbose: true,
      logger: collectNotices(notices),
    });
    const map = sourceMap as unknown as SourceMapPayload;
    const files = loadedUrls.map((url) => fileURLToPath(url));
    return { css: rebaseAddresses(css, map, file), map, files, folders, notices };
  } catch (error) {
    return { mistake: describeException(error) };
  }
}

/** `@use 'bootstrap/scss/grid'`: files of packages without `pkg:`, as bundlers find them. */
function packageFiles(folders: string[]): FileImporter<'sync'> {
  return {
    findFileUrl: (url, { containingUrl }) => {
      if (containingUrl?.protocol !== 'file:' || !/^(?:@[\w.-]+\/)?[\w-][\w.-]*\/./.test(url)) return null;
      const from = path.dirname(fileURLToPath(containingUrl));
      folders.push(path.dirname(path.join(from, url)));
      const name = packageName(url);
      const folder = findPackage(from, name);
      return folder === undefined ? null : pathToFileURL(path.join(folder, url.slice(name.length)));
    },
  };
}

function collectNotices(notices: SassNotice[]): Logger {
  const seen = new Set<string>();
  return {
    warn: (message, options) => {
      const place = placeOf(options.span) ?? placeInStack(options.stack);
      const kind = options.deprecation ? options.deprecationType.id : `${message} ${place?.line}`;
      if (seen.has(kind)) return;
      seen.add(kind);
      const parts = message.split('\n\n');
      const isLink = (part: string) => options.deprecation && part.startsWith('More info');
      const texts = parts.filter((part) => !isLink(part));
      const hint = parts.find(isLink)?.replace(/^.*: /, 'see ');
      notices.push({ message: texts.join('\n').replace(/^Sass /, ''), hint, place });
    },
    debug: (message, { span }) => void notices.push({ message: `@debug: ${message}`, place: placeOf(span) }),
  };
}

/** Sass reports mistakes as exceptions, and recursion without an end as JavaScript does. */
function describeException(error: unknown): SassNotice {
  if (error instanceof RangeError)
    return { message: 'The file is nested too deep, or a function or a mixin calls itself without an end' };
  const { sassMessage, span } = error as Partial<Exception>;
  if (sassMessage === undefined) throw error;
  return { message: sassMessage.replace(/\.$/, ''), hint: hintFor(sassMessage, span?.text), place: placeOf(span) };
}

/** @param text the rule: `@use "~bootstrap/scss/grid"` */
function hintFor(message: string, text = ''): string | undefined {
  if (!message.startsWith("Can't find stylesheet")) return undefined;
  const [, name = ''] = /["']([^"']+)/.exec(text) ?? [];
  if (name.startsWith('~')) return `leave out the "~": "${name.slice(1)}"`;
  if (/^@?[\w-]/.test(name) && !name.includes(':'))
    return `write "./${name}" for a file beside this one, or install the package; "pkg:${packageName(name)}" is its main stylesheet`;
  return name.startsWith('pkg:')
    ? 'install the package, or correct its name'
    : 'correct the path, which is relative to this file';
}

function placeOf(span: SourceSpan | undefined): SassNotice['place'] {
  if (span?.url?.protocol !== 'file:') return undefined;
  return { file: fileURLToPath(span.url), line: span.start.line + 1, column: span.start.column + 1 };
}

/** `@warn` has no span. Its stack begins with `templates/menu.scss 3:1  root stylesheet`, from the current folder. */
function placeInStack(stack = ''): SassNotice['place'] {
  const [, file, line, column] = /^\s*(.+?) (\d+):(\d+) /.exec(stack) ?? [];
  if (file === undefined || !existsSync(file)) return undefined;
  return { file: path.resolve(file), line: Number(line), column: Number(column) };
}

/** Sass leaves addresses as they are, although they are relative to the file in which they are written. */
function rebaseAddresses(css: string, payload: SourceMapPayload, file: string): string {
  const map = new SourceMap(payload);
  const to = path.dirname(file);
  let line = 0;
  let lineStart = 0;
  return toUrls(css, (address, { start }) => {
    for (let next = css.indexOf('\n', lineStart); next >= 0 && next < start; next = css.indexOf('\n', lineStart)) {
      line += 1;
      lineStart = next + 1;
    }
    const entry = map.findEntry(line, start - lineStart);
    const from = 'originalSource' in entry ? path.dirname(fileURLToPath(entry.originalSource)) : to;
    // A path in a variable may have been written for the file that is compiled.
    const isThere = existsSync(path.join(from, address.replace(/[?#].*$/s, '')));
    return isThere ? rebaseAddress(address, from, to) : address;
  });
}

parentPort?.on('message', (task: SassTask) => parentPort?.postMessage(compile(task)));
