import { readFileSync } from 'node:fs';
import path from 'node:path';
import { error, type Diagnostic } from '../core/diagnostics.ts';

/** Pages, islands, shell and card contain JSX. Other scripts beside them are ordinary modules. */
const IS_SCRIPT = /^templates\/((pages|islands)\/.+|shell|card)\.[cm]?[jt]s$/;

const IS_DECLARATION = /\.d\.[cm]?ts$/;

/** What a page or an island has, and a module that only helps them seldom. */
const HAS_DEFAULT = /^\s*export\s+default\b|\bas\s+default\b|^\s*module\.exports\b/m;

/**
 * Reports files that look like a page, an island, a shell or a card, and would be ignored.
 *
 * @param root absolute
 * @param templates the files in `templates`, from the root
 */
export function checkExtensions(root: string, templates: readonly string[]): Diagnostic[] {
  const ignored = templates.filter((file) => {
    if (!IS_SCRIPT.test(file) || IS_DECLARATION.test(file)) return false;
    return HAS_DEFAULT.test(readFileSync(path.join(root, file), 'utf8'));
  });
  return ignored.map((file) => {
    const { name, ext } = path.posix.parse(file);
    const right = `${name}${ext.includes('t') ? '.tsx' : '.jsx'}`;
    const message = `${file} is ignored: pages, islands, the shell and the card are .tsx or .jsx files.`;
    const hint = `rename it to ${right}, or move it to another folder if it is only imported by other files`;
    return error('file-extension', message, { place: { file }, hint });
  });
}
