/** Finds leftovers of Tailwind 3, which Tailwind 4 ignores silently. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { warning, type Diagnostic } from '../../shared/diagnostics.ts';
import { toPosix } from '../../shared/paths.ts';
import { findRule } from './find-directives.ts';

const CONFIG = 'tailwind.config';

/** @throws an error that names the place of a directive of Tailwind 3 */
export async function readStylesheet(file: string): Promise<string> {
  const css = await readFile(file, 'utf8');
  const found = findRule(css, /@tailwind\s+(?:base|components|screens|variants)\b/);
  if (found === undefined) return css;
  throw new Error(
    `${file}:${found.line}:${found.column}: \`${found.text}\` is a directive of Tailwind 3. Replace all \`@tailwind\` lines by \`@import "tailwindcss";\`.`,
  );
}

/** @param loaded the modules that stylesheets load, absolute */
export function findUnusedConfig(root: string, stylesheet: string, loaded: readonly string[]): Diagnostic[] {
  const files = ['js', 'cjs', 'mjs', 'ts'].map((extension) => path.join(root, `${CONFIG}.${extension}`));
  const file = files.find(existsSync);
  if (file === undefined || files.some((one) => loaded.includes(one))) return [];
  const name = toPosix(path.relative(root, file));
  const specifier = toPosix(path.relative(path.join(root, path.dirname(stylesheet)), file));
  return [
    warning('tailwind-config', `${name} has no effect: Tailwind 4 reads only a config that the stylesheet names.`, {
      place: { file: stylesheet },
      hint: `add \`@config "${specifier}";\` to ${stylesheet}, or move the settings to \`@theme\` and delete the file`,
    }),
  ];
}
