/** `PUBLIC_` variables of the environment: browsers get their values, so these are part of what is compiled. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions } from 'esbuild';
import { codeFrame } from '../core/code-frame.ts';
import { error, type Diagnostic } from '../core/diagnostics.ts';
import { findUses, type Use } from './find-uses.ts';

const READ = /\b(?:process|import\.meta)\.env\.(PUBLIC_\w+)/g;

export function isPublic(variable: string | undefined): variable is string {
  return variable?.startsWith('PUBLIC_') === true;
}

/** Sorted by their names. */
export function publicVariables(): readonly (readonly [name: string, value: string])[] {
  return Object.entries(process.env)
    .flatMap(([name, value]) =>
      isPublic(name) && /^\w+$/.test(name) && value !== undefined ? [[name, value] as const] : [],
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** For islands: values in place of public variables, `undefined` in place of all others, which are reported. */
export function inlinedVariables(): NonNullable<BuildOptions['define']> {
  const values = publicVariables().flatMap(([name, value]) =>
    ['process.env', 'import.meta.env'].map((owner) => [`${owner}.${name}`, JSON.stringify(value)] as const),
  );
  return { 'process.env': '{}', 'import.meta.env': '{}', ...Object.fromEntries(values) };
}

/** A source without what is inlined. */
export function withoutKnown(source: string): string {
  return source.replace(READ, (use, name: string) => (process.env[name] === undefined ? use : ''));
}

/**
 * Finds public variables that are used without being set, in code that is compiled for Node.
 *
 * @param files of the project, in the bundle, from the root
 */
export async function findMissingVariables(
  root: string,
  options: BuildOptions,
  files: readonly string[],
): Promise<Diagnostic[]> {
  // A second bundle, so only where it can find something.
  const mayMiss = (file: string) => withoutKnown(readFileSync(path.join(root, file), 'utf8')).match(READ) !== null;
  return files.some(mayMiss) ? describeMissing(root, await findUses(root, options, files)) : [];
}

/** A use that expects the variable to be missing (`?? 'default'`) stands for all of its file. */
export function describeMissing(root: string, uses: readonly Use[]): Diagnostic[] {
  const missing = uses.filter(({ variable }) => isPublic(variable) && process.env[variable] === undefined);
  const keyOf = ({ variable, file }: Use) => `${variable} ${file}`;
  const expected = new Set(missing.filter(({ isOptional }) => isOptional).map(keyOf));
  return missing
    .filter((use) => !expected.has(keyOf(use)))
    .map(({ variable, file, line, column }) => {
      const frame = codeFrame(readFileSync(path.join(root, file), 'utf8'), line, column);
      const hint = `set it in the environment or in .env, or add a default: \`?? '…'\``;
      const place = { file, line, column };
      return error('variable-missing', `The variable ${variable} is used, but not set.`, { place, hint, frame });
    });
}
