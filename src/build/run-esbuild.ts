import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions, Message, OutputFile } from 'esbuild';
import { codeFrame } from '../code-frame.ts';
import type { Asset, Diagnostic } from '../model.ts';
import { toPosix } from '../paths.ts';

/** One run of esbuild: its files, and its errors as diagnostics. */
export async function runEsbuild(
  root: string,
  options: BuildOptions,
): Promise<{ files: OutputFile[]; diagnostics: Diagnostic[] }> {
  const { build } = await import('esbuild');
  try {
    const { outputFiles = [], warnings } = await build({
      bundle: true,
      write: false,
      charset: 'utf8',
      jsx: 'automatic',
      legalComments: 'eof',
      absWorkingDir: root,
      logLevel: 'silent',
      ...options,
    });
    return { files: outputFiles, diagnostics: warnings.map((warning) => toDiagnostic(root, warning, 'warning')) };
  } catch (error) {
    const { errors } = error as { errors?: Message[] };
    if (errors === undefined) throw error;
    return { files: [], diagnostics: errors.map((message) => toDiagnostic(root, message, 'error')) };
  }
}

function toDiagnostic(root: string, { text, location, notes }: Message, severity: Diagnostic['severity']): Diagnostic {
  // A note that ends with a colon points at a second place, which is not shown.
  const hint = notes.flatMap((note) => (note.text.endsWith(':') ? [] : note.text)).join(' ');
  const diagnostic = { code: 'compile-failed', severity, message: `${text}.`, ...(hint && { hint }) };
  if (location === null) return diagnostic;
  const place = { file: toPosix(location.file), line: location.line, column: location.column + 1 };
  const file = path.join(root, location.file);
  if (!existsSync(file)) return { ...diagnostic, place }; // code that we wrote, not a file of the user's
  return { ...diagnostic, place, frame: codeFrame(readFileSync(file, 'utf8'), place.line, place.column) };
}

export function toAsset(folder: string, file: OutputFile): Asset {
  return { output: toPosix(path.relative(folder, file.path)), contents: file.contents };
}
