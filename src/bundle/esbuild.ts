import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions, Message, Metafile, OutputFile } from 'esbuild';
import { codeFrame } from '../core/code-frame.ts';
import { loadPackage } from '../core/load-package.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import type { Asset } from '../core/model.ts';
import { toPosix } from '../core/paths.ts';

/** What these browsers lack is compiled away. They are the oldest that Tailwind 4 supports. */
const BROWSERS = ['chrome111', 'firefox128', 'safari16.4'];

/** What one run of esbuild has made. */
export interface EsbuildResult {
  readonly files: OutputFile[];
  /** What went into which file. Absent when it failed. */
  readonly metafile?: Metafile;
  readonly diagnostics: Diagnostic[];
}

/**
 * What all files for the browser have in common. They have a hash of their content in their names, so that hosts may let
 * browsers keep them for ever.
 *
 * @param out the site's folder, absolute
 * @param name of the file that the others belong to
 */
export function forBrowser(out: string, name: string): BuildOptions {
  return {
    entryNames: `assets/${name}-[hash]`,
    assetNames: 'assets/[name]-[hash]',
    platform: 'browser',
    target: BROWSERS,
    minify: true,
    outdir: out,
    define: { 'process.env.NODE_ENV': '"production"' },
  };
}

/** What all modules for Node have in common. */
export function forNode(): BuildOptions {
  return {
    platform: 'node',
    format: 'esm',
    target: `node${process.versions.node}`,
    outExtension: { '.js': '.mjs' },
    packages: 'external',
    define: { 'process.env.NODE_ENV': '"production"' },
  };
}

/** One run of esbuild, its errors as diagnostics. */
export async function runEsbuild(root: string, options: BuildOptions): Promise<EsbuildResult> {
  const { build } = loadPackage('esbuild') as typeof import('esbuild');
  try {
    const {
      outputFiles = [],
      warnings,
      metafile,
    } = await build({
      bundle: true,
      write: false,
      charset: 'utf8',
      jsx: 'automatic',
      legalComments: 'eof',
      absWorkingDir: root,
      logLevel: 'silent',
      metafile: true,
      ...options,
    });
    const diagnostics = warnings.map((warning) => toDiagnostic(root, warning, 'warning'));
    return { files: outputFiles, diagnostics, ...(metafile && { metafile }) };
  } catch (error) {
    const { errors } = error as { errors?: Message[] };
    if (errors === undefined) throw error;
    return { files: [], diagnostics: errors.map((message) => toDiagnostic(root, message, 'error')) };
  }
}

function toDiagnostic(root: string, { text, location, notes }: Message, severity: Diagnostic['severity']): Diagnostic {
  // A note that ends with a colon points at a second place, which is not shown.
  const hint = notes.flatMap((note) => (note.text.endsWith(':') ? [] : note.text)).join(' ');
  const diagnostic: Diagnostic = { code: 'compile-failed', severity, message: `${text}.`, ...(hint && { hint }) };
  if (location === null) return diagnostic;
  const place = { file: toPosix(location.file), line: location.line, column: location.column + 1 };
  const file = path.join(root, location.file);
  if (!existsSync(file)) return { ...diagnostic, place }; // code that we wrote, not a file of the user's
  return { ...diagnostic, place, frame: codeFrame(readFileSync(file, 'utf8'), place.line, place.column) };
}

export function toAsset(out: string, { path: file, contents }: Pick<OutputFile, 'path' | 'contents'>): Asset {
  return { output: toPosix(path.relative(out, file)), contents };
}
