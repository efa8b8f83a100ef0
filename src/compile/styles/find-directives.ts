/** Finds Tailwind directives in other stylesheets: Tailwind compiles only the site's own. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { IS_SASS, packageOfFile } from '../module-graph.ts';
import { codeFrame } from '../../shared/code-frame.ts';
import { error, type Diagnostic } from '../../shared/diagnostics.ts';
import { toPosix } from '../../shared/paths.ts';

const DIRECTIVE =
  /@(?:apply|config|custom-variant|plugin|reference|source|tailwind|theme|utility|variant)\b|@import\s+["']tailwindcss\b/;

const COMMENTS = /\/\*[^]*?\*\//g;
const SASS_COMMENTS = /\/\*[^]*?\*\/|(?<!:)\/\/.*/g;

/** @param files stylesheets that modules import, directly or through other stylesheets: absolute */
export function findDirectives(root: string, files: readonly string[]): Diagnostic[] {
  return files.flatMap((file) => {
    if (!/\.(?:css|s[ac]ss)$/.test(file) || packageOfFile(toPosix(file)) === 'tailwindcss') return [];
    const css = readFileSync(file, 'utf8');
    const comments = IS_SASS.test(file) ? SASS_COMMENTS : COMMENTS;
    const code = css.replace(comments, (comment) => comment.replace(/[^\n]/g, ' '));
    const found = DIRECTIVE.exec(code);
    if (found === null) return [];
    const [text] = found;
    const before = css.slice(0, found.index).split('\n');
    const [line, column] = [before.length, (before.at(-1) ?? '').length + 1];
    return error('styles-failed', `\`${text}\` has no effect here: Tailwind compiles only templates/site.css.`, {
      place: { file: toPosix(path.relative(root, file)), line, column },
      hint: 'write `@import` for this file in templates/site.css instead of importing it in a module, or use classes of Tailwind in `className` and its variables here, `color: var(--color-red-500)`',
      frame: codeFrame(css, line, column),
    });
  });
}
