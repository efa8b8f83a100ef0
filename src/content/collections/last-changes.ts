/** When files of collections were last changed, from git. */
import path from 'node:path';
import { warning, type Diagnostic } from '../../shared/diagnostics.ts';
import { contentSetup, contentVersion } from '../content-setup.ts';

/**
 * @param folder and `files` of a collection, from the root
 * @returns a function that asks git about all of them when it is first called
 */
export function createUpdates(folder: string, files: readonly string[]): (file: string) => Date | undefined {
  let times: ReadonlyMap<string, number> | undefined;
  const find = (): ReadonlyMap<string, number> => {
    const { root, findLastCommits } = contentSetup();
    const names = files.map((file) => path.posix.relative(folder, file));
    const { times: found, problem } = findLastCommits({ folder: path.join(root, folder), files: names });
    if (problem !== undefined) {
      const message = `\`updated\` is not known for the files in ${folder || 'the project'}: ${problem.reason}.`;
      const place = folder === '' ? undefined : { file: folder };
      contentVersion().unknownUpdates.set(folder, warning('updated-unknown', message, { place, hint: problem.hint }));
    }
    return found;
  };
  return (file) => {
    times ??= find();
    const seconds = times.get(path.posix.relative(folder, file));
    return seconds === undefined ? undefined : new Date(seconds * 1000);
  };
}

export function describeUnknownUpdates(): Diagnostic[] {
  return [...contentVersion().unknownUpdates.values()];
}
