import path from 'node:path';
import { mayPublish } from '../../project/kinds.ts';
import { error, type Diagnostic } from '../../shared/diagnostics.ts';
import { toPosix } from '../../shared/paths.ts';
import { placeInStyles } from './place-in-styles.ts';

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
