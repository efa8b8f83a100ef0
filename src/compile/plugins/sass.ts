/** Sass: esbuild sees the compiled CSS, and problems have their place in the source. The only file that calls sass. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Loader, Location, OnLoadResult, Plugin } from 'esbuild';
import type { Exception, FileImporter, Logger, SourceSpan } from 'sass';
import { error, warning, type Diagnostic } from '../../shared/diagnostics.ts';
import { findPackage } from '../../shared/find-package.ts';
import { loadPackage } from '../../shared/load-package.ts';
import { installCommand } from '../../shared/package-manager.ts';
import { toPosix } from '../../shared/paths.ts';
import { toMessage } from '../esbuild-message.ts';
import { IS_SASS, fileOfInput, packageName } from '../module-graph.ts';
import { toUrls, rebaseAddress } from '../styles/css-addresses.ts';
import { placeAt } from '../styles/stylesheet-problems.ts';

interface CompiledSass {
  /** Its addresses are relative to the folder of the file. */
  readonly css: string;
  /** From the CSS to the sources. Absent if Sass failed. */
  readonly map?: SourceMap;
  /** Every stylesheet that it was compiled from, absolute. */
  readonly files: readonly string[];
  /** Once for each kind of deprecation. */
  readonly warnings: readonly Diagnostic[];
}

/** Sass for one run of esbuild. */
export interface Sass {
  readonly plugin: Plugin;
  /** @param file absolute */
  readonly load: (file: string, loader: Loader) => OnLoadResult;
  /** What the run has compiled, by absolute path. */
  readonly compiled: ReadonlyMap<string, CompiledSass>;
}

export function createSass(root: string): Sass {
  const compiled = new Map<string, CompiledSass>();
  const load = (file: string, loader: Loader): OnLoadResult => {
    const missing = findMissingSass();
    if (missing !== undefined) return { errors: [toMessage(missing)] };
    try {
      const result = compile(root, file);
      compiled.set(file, result);
      return { contents: result.css, loader, resolveDir: path.dirname(file) };
    } catch (failure) {
      const { diagnostic, source } = describeException(root, file, failure);
      compiled.set(file, { css: '', files: [file, source], warnings: [] });
      return { errors: [toMessage(diagnostic)] };
    }
  };
  const plugin: Plugin = {
    name: 'sass-stylesheets',
    setup: (build) => {
      build.onLoad({ filter: IS_SASS, namespace: 'file' }, ({ path: file }) => load(file, 'css'));
      // esbuild names the places in the CSS that it was given.
      build.onEnd(({ errors, warnings }) => {
        for (const message of [...errors, ...warnings]) {
          const { location } = message;
          if (location !== null) message.location = findSource(root, location, compiled) ?? location;
        }
      });
    },
  };
  return { plugin, load, compiled };
}

/** @returns an error if Sass is not installed */
export function findMissingSass(): Diagnostic | undefined {
  if (findPackage(import.meta.dirname, 'sass') !== undefined) return undefined;
  return error('styles-failed', 'Sass needs the package sass, which is not installed.', {
    hint: installCommand('sass'),
  });
}

/**
 * Synchronous: a function that calls itself without an end is an exception with a place. `compileStringAsync` would fill the
 * memory until the process ends.
 */
function compile(root: string, file: string): CompiledSass {
  const { NodePackageImporter, compileString } = loadPackage('sass') as typeof import('sass');
  const warnings = new Map<string, Diagnostic>();
  const { css, loadedUrls, sourceMap } = compileString(readFileSync(file, 'utf8'), {
    syntax: /\.sass$/i.test(file) ? 'indented' : 'scss',
    url: pathToFileURL(file),
    importers: [packageFiles, new NodePackageImporter(root)],
    sourceMap: true,
    charset: false, // esbuild writes UTF-8
    quietDeps: true,
    verbose: true,
    logger: collectWarnings(root, file, warnings),
  });
  const map = new SourceMap(sourceMap as unknown as SourceMapPayload);
  return {
    css: rebaseAddresses(css, map, path.dirname(file)),
    map,
    files: loadedUrls.map((url) => fileURLToPath(url)),
    warnings: [...warnings.values()],
  };
}

/** `@use 'bootstrap/scss/grid'`: files of packages without `pkg:`, as bundlers find them. */
const packageFiles: FileImporter<'sync'> = {
  findFileUrl: (url, { containingUrl }) => {
    if (containingUrl?.protocol !== 'file:' || !/^(?:@[\w.-]+\/)?[\w-][\w.-]*\//.test(url)) return null;
    const name = packageName(url);
    const folder = findPackage(path.dirname(fileURLToPath(containingUrl)), name);
    return folder === undefined ? null : pathToFileURL(path.join(folder, url.slice(name.length)));
  },
};

/** @param warnings by their kind. Added to */
function collectWarnings(root: string, file: string, warnings: Map<string, Diagnostic>): Logger {
  const add = (kind: string, message: string, at: SassPlace, hint?: string) => {
    if (!warnings.has(kind))
      warnings.set(
        kind,
        warning('compile-warning', `Sass: ${sentence(message)}`, {
          ...placeAt(root, at.file, at.line, at.column),
          hint,
        }),
      );
  };
  return {
    warn: (message, options) => {
      const at = placeOfSpan(options.span) ?? placeInStack(options.stack) ?? { file, line: 1, column: 1 };
      const [text = '', link] = message.split(/\n\nMore info.*: /);
      const kind = options.deprecation ? options.deprecationType.id : `${message} ${at.line}`;
      add(kind, text.replace(/^Sass /, '').replaceAll('\n\n', '\n'), at, link && `see ${link}`);
    },
  };
}

/** Sass reports mistakes as exceptions, and recursion without an end as JavaScript does. */
function describeException(root: string, file: string, failure: unknown): { diagnostic: Diagnostic; source: string } {
  const { sassMessage, span } = failure as Partial<Exception>;
  if (sassMessage === undefined && !(failure instanceof RangeError)) throw failure;
  const message = sassMessage ?? 'The file is nested too deep, or a function or a mixin calls itself without an end';
  const { file: source, line, column } = placeOfSpan(span) ?? { file, line: 1, column: 1 };
  const hint = message.startsWith("Can't find stylesheet")
    ? 'correct the path, which is relative to this file, or install the package; "pkg:name" is the main stylesheet of a package'
    : undefined;
  const diagnostic = error('styles-failed', `Sass: ${sentence(message)}`, {
    ...placeAt(root, source, line, column),
    hint,
  });
  return { diagnostic, source };
}

function sentence(text: string): string {
  return /\n|[.!?:]$/.test(text) ? text : `${text}.`;
}

/** Counts from 1. The file is absolute. */
interface SassPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

function placeOfSpan(span: SourceSpan | undefined): SassPlace | undefined {
  if (span?.url?.protocol !== 'file:') return undefined;
  return { file: fileURLToPath(span.url), line: span.start.line + 1, column: span.start.column + 1 };
}

/** `@warn` has no span. Its stack begins with `templates/menu.scss 3:1  root stylesheet`, from the current folder. */
function placeInStack(stack = ''): SassPlace | undefined {
  const [, file, line, column] = /^\s*(.+?) (\d+):(\d+) /.exec(stack) ?? [];
  if (file === undefined || !existsSync(file)) return undefined;
  return { file: path.resolve(file), line: Number(line), column: Number(column) };
}

/** @returns the place in the source, if the location is one in the CSS */
function findSource(root: string, location: Location, compiled: Sass['compiled']): Location | undefined {
  const { css = '', map } = compiled.get(path.resolve(root, fileOfInput(location.file))) ?? {};
  if (map === undefined || css.split('\n')[location.line - 1] !== location.lineText) return undefined;
  const entry = map.findEntry(location.line - 1, location.column);
  if (!('originalSource' in entry)) return undefined;
  const file = fileURLToPath(entry.originalSource);
  const lineText = readFileSync(file, 'utf8').split(/\r?\n/)[entry.originalLine] ?? '';
  return {
    ...location,
    file: toPosix(path.relative(root, file)),
    line: entry.originalLine + 1,
    column: entry.originalColumn,
    length: 0,
    lineText,
  };
}

/**
 * Sass leaves addresses as they are, although they are relative to the file in which they are written.
 *
 * @param to the folder of the file that is compiled, absolute
 */
function rebaseAddresses(css: string, map: SourceMap, to: string): string {
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
