/** Finds Node globals in islands: they do not exist in a browser, and the first use ends the script of all islands. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions } from 'esbuild';
import { codeFrame } from '../../shared/code-frame.ts';
import { error, type Diagnostic } from '../../shared/diagnostics.ts';
import { MENTION, findUses, type Use } from './find-uses.ts';
import { describeMissingVariables, isPublic, withoutKnown } from '../plugins/variables.ts';

/**
 * Finds uses that are in the bundle, in files of the project. Packages are skipped: most check for Node first.
 *
 * @param options the esbuild options of the islands
 * @param files of the project, in the bundle, from the root
 */
export async function findIslandGlobals(
  root: string,
  options: BuildOptions,
  files: readonly string[],
): Promise<Diagnostic[]> {
  // A second bundle is slow, so only for the few sites in which it can find something.
  const mayUse = (file: string) => MENTION.test(withoutKnown(readFileSync(path.join(root, file), 'utf8')));
  if (!files.some(mayUse)) return [];
  const uses = await findUses(root, options, files);
  const guarded = new Set(uses.filter(({ isGuard }) => isGuard).map(({ file, name }) => `${name} ${file}`));
  const isForbidden = ({ name, file, variable }: Use) => !isPublic(variable) && !guarded.has(`${name} ${file}`);
  return [...describeMissingVariables(root, uses), ...uses.filter(isForbidden).map((use) => describeUse(root, use))];
}

function describeUse(root: string, { name, variable, file, line, column }: Use): Diagnostic {
  const message = `An island uses \`${name}\`, which exists in Node but not in a browser: no island of the page would work.`;
  const hint =
    name === 'process' || variable !== undefined
      ? 'read the variable in a page, and pass its value to the island as a prop; or, if it is not a secret, prefix its name with "PUBLIC_"'
      : `use what browsers have, or check \`typeof ${name}\` first`;
  const frame = codeFrame(readFileSync(path.join(root, file), 'utf8'), line, column);
  return error('island-global', message, { place: { file, line, column }, hint, frame });
}
