import path from 'node:path';
import { error, warning, type Diagnostic } from '../shared/diagnostics.ts';
import { realPathIfExists } from '../shared/files.ts';
import { illegalInFileName, isTooLong, isWithin } from '../shared/paths.ts';

/** Hidden files that hosts read: RFC 8615, GitHub Pages, Apache. */
const PUBLISHED_HIDDEN = /^(\.well-known\/.*|\.nojekyll|\.htaccess)$/;

/**
 * Selects the files of `public` to publish. Reports all others: files that systems and editors create (`.DS_Store`, `.env`), and
 * links that would publish files from other folders.
 *
 * @param root absolute
 * @param found the files in `public`, from the root
 * @returns the files to publish, from `public`
 */
export function choosePublicFiles(
  root: string,
  found: readonly string[],
): { readonly files: readonly string[]; readonly diagnostics: readonly Diagnostic[] } {
  const folder = path.join(root, 'public');
  const files: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const source of found) {
    const file = source.slice('public/'.length);
    if (!isPublishable(file)) diagnostics.push(hidden(source));
    else {
      const problem = findWrongName(file) ?? findLinkOut(folder, file);
      if (problem === undefined) files.push(file);
      else
        diagnostics.push(
          error('public-file', `${source} ${problem.text}.`, { place: { file: source }, hint: problem.hint }),
        );
    }
  }
  return { files, diagnostics };
}

/** Names with a dot, and files that the Explorer of Windows creates and hides. */
const IS_HIDDEN = /(^|\/)(\.|desktop\.ini$|thumbs\.db$)/i;

/** True for files that are not hidden, and for hidden files that hosts read. */
export function isPublishable(file: string): boolean {
  return !IS_HIDDEN.test(file) || PUBLISHED_HIDDEN.test(file);
}

interface Problem {
  /** The message without its subject, the file. */
  readonly text: string;
  readonly hint: string;
}

/** @param file from `out` */
export function findWrongName(file: string): Problem | undefined {
  const illegal = file
    .split('/')
    .map((name) => illegalInFileName(name))
    .find(Boolean);
  if (illegal !== undefined)
    return { text: `has a name with ${illegal}`, hint: 'rename it, so that every host accepts it' };
  // Browsers never request such a file again: https://www.rfc-editor.org/rfc/rfc8246
  if (/^assets\//i.test(file)) {
    const text = 'is in the folder for files with hashed names, which browsers cache for a year';
    return { text, hint: 'move it to another folder' };
  }
  return isTooLong(file)
    ? { text: 'has a path longer than 1024 bytes, the limit of hosts', hint: 'shorten it' }
    : undefined;
}

function findLinkOut(folder: string, file: string): Problem | undefined {
  const [real, target] = [folder, path.join(folder, file)].map(realPathIfExists);
  if (real === undefined || target === undefined || isWithin(real, target)) return undefined; // it may just have been deleted
  return { text: `is a link to ${target}, outside public/`, hint: 'replace the link with the file' };
}

function hidden(file: string): Diagnostic {
  const message = `${file} is hidden, so it is not published. Only .well-known/, .nojekyll and .htaccess are.`;
  return warning('public-hidden', message, { place: { file }, hint: 'remove it, or choose a name without a dot' });
}
