/** Problems of stylesheets, with their places. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageOfFile, IS_SASS } from '../module-graph.ts';
import { codeFrame, lineAndColumn } from '../../shared/code-frame.ts';
import { type Place, error, type Diagnostic } from '../../shared/diagnostics.ts';
import { hasCode } from '../../shared/errors.ts';
import { toPosix } from '../../shared/paths.ts';
import { mayPublish } from '../../project/kinds.ts';

/** A place in a stylesheet, with the lines around it. */
interface FramedPlace {
  readonly place: Place;
  readonly frame?: string;
}

/**
 * Finds the place of a message about the stylesheets. Tailwind and esbuild rarely report it, so this searches for the text that
 * they quote: "Cannot apply unknown utility class `flexx`".
 *
 * @param files stylesheets, absolute, the most likely one first
 */
export function placeInStyles(root: string, files: readonly [string, ...string[]], message: string): FramedPlace {
  const exact = /(?:^|: )(\/[^\n]*?|[A-Za-z]:[^\n]*?):(\d+):(\d+): /.exec(message);
  if (exact?.[1] !== undefined) return placeAt(root, exact[1], Number(exact[2]), Number(exact[3]));
  const quoted = [...message.matchAll(/`([^`\n]+)`|"([^"\n]+)"|'([^'\n]+)'/g)];
  const searched = quoted.map(([, ...groups]) => groups.find((text) => text !== undefined) ?? '');
  // Addresses in imported stylesheets are rewritten, except for the file names.
  for (const text of [...searched, ...searched.map((one) => path.posix.basename(one))]) {
    const whole = new RegExp(`(?<![\\w-])${text.replace(/[^\w\s]/g, String.raw`\$&`)}(?![\\w-])`);
    for (const file of files) {
      const lines = read(file).split('\n');
      const isRule = (line: string) => /@apply|@import|@plugin|@config|url\(|image-set\(|@utility|@variant/.test(line);
      const matching = lines.flatMap((line, index) => (whole.test(line) ? [index] : []));
      const isForeign = packageOfFile(toPosix(path.relative(root, file))) !== undefined; // has all kinds of words
      const index = matching.find((one) => isRule(lines[one] ?? '')) ?? (isForeign ? undefined : matching[0]);
      if (index !== undefined) return placeAt(root, file, index + 1, (lines[index] ?? '').search(whole) + 1);
    }
  }
  return { place: { file: toPosix(path.relative(root, files[0])) } };
}

export function placeAt(root: string, file: string, line: number, column: number): FramedPlace {
  const place = { file: toPosix(path.relative(root, file)), line, column };
  return { place, frame: codeFrame(read(file), line, column) };
}

/** Imported files may be missing: the message then says so. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (failure) {
    if (hasCode(failure, 'ENOENT', 'ENOTDIR', 'EISDIR')) return '';
    throw failure;
  }
}

/**
 * @param files stylesheets, absolute
 * @returns an error for each that code must not import, at the import that another has of it
 */
export function refuseStylesheets(root: string, files: readonly string[]): Diagnostic[] {
  return files.flatMap((file) => {
    const checked = mayPublish(file, { root });
    if (!('reason' in checked)) return [];
    const [first = file, ...others] = files.filter((one) => one !== file);
    // `@use 'tokens'` names `_tokens.scss`.
    const written = path.basename(file).replace(/^_/, '');
    const names = `"${written}", "${path.basename(written, path.extname(written))}"`;
    const found = placeInStyles(root, [first, ...others], names);
    const name = toPosix(path.relative(root, file));
    const at = found.place.line === undefined ? { place: { file: name } } : found; // a module imports it
    return [
      error('asset-refused', `"${name}" cannot be imported: it ${checked.reason}.`, { ...at, hint: checked.hint }),
    ];
  });
}

const DIRECTIVE =
  /@(?:apply|config|custom-variant|plugin|reference|source|tailwind|theme|utility|variant)\b|@import\s+["']tailwindcss\b/;

const COMMENTS = /\/\*[^]*?\*\//g;
const SASS_COMMENTS = /\/\*[^]*?\*\/|(?<!:)\/\/.*/g;

/** Finds Tailwind directives in other stylesheets: Tailwind compiles only the site's own.
 * @param files stylesheets that modules import, directly or through other stylesheets: absolute */
export function findDirectives(root: string, files: readonly string[]): Diagnostic[] {
  return files.flatMap((file) => {
    if (!/\.(?:css|s[ac]ss)$/.test(file) || packageOfFile(toPosix(file)) === 'tailwindcss') return [];
    const css = readFileSync(file, 'utf8');
    const comments = IS_SASS.test(file) ? SASS_COMMENTS : COMMENTS;
    const code = css.replace(comments, (comment) => comment.replace(/[^\n]/g, ' '));
    const found = DIRECTIVE.exec(code);
    if (found === null) return [];
    const [text] = found;
    const { line, column } = lineAndColumn(css, found.index);
    return error('styles-failed', `\`${text}\` has no effect here: Tailwind compiles only templates/site.css.`, {
      place: { file: toPosix(path.relative(root, file)), line, column },
      hint: 'write `@import` for this file in templates/site.css instead of importing it in a module, or use classes of Tailwind in `className` and its variables here, `color: var(--color-red-500)`',
      frame: codeFrame(css, line, column),
    });
  });
}
