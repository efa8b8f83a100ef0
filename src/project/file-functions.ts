import { error, type Diagnostic } from '../shared/diagnostics.ts';
import type { FileSource } from '../shared/model.ts';
import { findWrongName, isPublishable } from './public-files.ts';

/**
 * templates/files/nested/feed.xml.ts
 *                 ^^^^^^^^^^^^^^^
 */
const FILE = /^templates\/files\/(?!.*\.d\.ts$)(.+)\.[jt]s$/;

/**
 * Finds the functions that generate files of the site.
 *
 * @param templates the files in `templates`, from the root
 */
export function findFileFunctions(templates: readonly string[]): {
  readonly files: readonly FileSource[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const files = templates.flatMap((source): FileSource[] => {
    const [, output] = FILE.exec(source) ?? [];
    return output === undefined ? [] : [{ source, output }];
  });
  const diagnostics = files.flatMap(({ source, output }): Diagnostic[] => {
    const problem = findProblem(output);
    if (problem === undefined) return [];
    return [error('file-name', `${source} ${problem.text}.`, { place: { file: source }, hint: problem.hint })];
  });
  return { files, diagnostics };
}

function findProblem(output: string) {
  if (isPublishable(output)) return findWrongName(output);
  return { text: 'generates a hidden file, which many hosts do not serve', hint: 'choose a name without a dot' };
}
