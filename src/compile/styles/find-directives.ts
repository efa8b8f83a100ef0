/** Finds Tailwind directives in other stylesheets: Tailwind compiles only the site's own. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { IS_SASS, packageOfFile } from '../module-graph.ts';
import { codeFrame } from '../../shared/code-frame.ts';
import { error, type Diagnostic } from '../../shared/diagnostics.ts';
import { toPosix } from '../../shared/paths.ts';

const DIRECTIVE =
  /@(?:apply|config|custom-variant|plugin|reference|source|tailwind|theme|utility|variant)\b|@import\s+["']tailwindcss\b/;

interface Found {
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** @param files stylesheets that modules import, directly or through other stylesheets: absolute */
export function findDirectives(root: string, files: readonly string[]): Diagnostic[] {
  return files.flatMap((file) => {
    if (!/\.(?:css|s[ac]ss)$/.test(file) || packageOfFile(toPosix(file)) === 'tailwindcss') return [];
    const css = readFileSync(file, 'utf8');
    const found = findOutsideComments(css, DIRECTIVE, IS_SASS.test(file) ? SASS_COMMENT : undefined);
    if (found === undefined) return [];
    const { text, line, column } = found;
    return error('styles-failed', `\`${text}\` has no effect here: Tailwind compiles only templates/site.css.`, {
      place: { file: toPosix(path.relative(root, file)), line, column },
      hint: 'write `@import` for this file in templates/site.css instead of importing it in a module, or use classes of Tailwind in `className` and its variables here, `color: var(--color-red-500)`',
      frame: codeFrame(css, line, column),
    });
  });
}

const COMMENT = /\/\*[^]*?\*\//g;

const SASS_COMMENT = /\/\*[^]*?\*\/|(?<!:)\/\/.*/g;

export function findOutsideComments(css: string, rule: RegExp, comments = COMMENT): Found | undefined {
  const code = css.replace(comments, (comment) => comment.replace(/[^\n]/g, ' '));
  const found = rule.exec(code);
  if (found === null) return undefined;
  const before = code.slice(0, found.index).split('\n');
  return { text: found[0], line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
