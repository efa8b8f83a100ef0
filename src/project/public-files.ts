import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../core/diagnostics.ts';
import { illegalInFileName, isTooLong, isWithin } from '../core/paths.ts';

/** Hidden files that hosts ask for: RFC 8615, GitHub Pages, Apache. */
const WANTED = /^(\.well-known\/.*|\.nojekyll|\.htaccess)$/;

/**
 * Which files of `public` are published. What systems and editors leave behind there (`.DS_Store`, `.env`) is not, and links
 * must not bring in files from elsewhere.
 *
 * @param root absolute
 * @param found what lies in `public`, from the root
 * @returns files from `public`
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
    if (/(^|\/)\./.test(file) && !WANTED.test(file)) diagnostics.push(hidden(source));
    else {
      const problem = findWrongName(file) ?? findLinkOut(folder, file);
      if (problem === undefined) files.push(file);
      else
        diagnostics.push({
          code: 'public-file',
          severity: 'error',
          message: `${source} ${problem}.`,
          place: { file: source },
        });
    }
  }
  return { files, diagnostics };
}

function findWrongName(file: string): string | undefined {
  const illegal = file
    .split('/')
    .map((name) => illegalInFileName(name))
    .find(Boolean);
  if (illegal !== undefined) return `cannot be on every host: its name has ${illegal}. Rename it`;
  // https://www.rfc-editor.org/rfc/rfc8246: whoever has such a file never asks for it again.
  if (/^assets\//i.test(file)) {
    return 'lies in the folder of files with hashed names, which hosts are told to keep for a year. Move it to another folder';
  }
  return isTooLong(file) ? 'cannot be on every host: its path is longer than 1024 bytes' : undefined;
}

function findLinkOut(folder: string, file: string): string | undefined {
  const target = realpathSync(path.join(folder, file));
  if (isWithin(realpathSync(folder), target)) return undefined;
  return `is a link to ${target}, outside of public/. Put the file itself there`;
}

function hidden(file: string): Diagnostic {
  return {
    code: 'public-file',
    severity: 'warning',
    message: `${file} is hidden, and is not published. Of hidden files only .well-known/, .nojekyll and .htaccess are.`,
    place: { file },
    hint: 'take it away, or give it a name without a dot',
  };
}
