/** Finds code in islands that fails in a browser. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions } from 'esbuild';
import { codeFrame, lineAndColumn } from '../../shared/code-frame.ts';
import { error, type Diagnostic, warning } from '../../shared/diagnostics.ts';
import { MENTION, findUses, type Use } from './find-uses.ts';
import { describeMissingVariables, isPublic, withoutKnown } from '../plugins/variables.ts';
import { readFile } from 'node:fs/promises';
import { addPrefix, type Prefixes } from '../../shared/address.ts';
import { printModule } from '../plugins/print-module.ts';

/**
 * Finds Node globals: they do not exist in a browser, and the first use ends the script of all islands. Finds uses that are in the bundle, in files of the project. Packages are skipped: most check for Node first.
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

/** Functions of browsers whose first argument is an address. */
const FUNCTIONS =
  'fetch open EventSource Request SharedWorker Worker location.assign location.replace navigator.sendBeacon'.split(' ');

/** Stands for one of them. esbuild replaces no names that the code declares itself. */
const MARK = 'SITEGEN_REQUEST';

const MARKS = Object.fromEntries(
  FUNCTIONS.flatMap((name) => ['', 'window.', 'globalThis.', 'self.'].map((object) => [object + name, MARK])),
);

const CALL = new RegExp(String.raw`\b${MARK}\((["'\`])(\/[^"'\`$\\]*)`, 'g');

/**
 * Finds addresses that lack the base: outside of attributes, nothing adds it.
 *
 * @param files of the project, in the bundle, from the root
 * @returns a warning for each literal: `fetch('/data.json')`
 */
export async function findBareAddresses(root: string, prefixes: Prefixes, files: readonly string[]) {
  if (prefixes.base === '/') return [];
  const found = await Promise.all(files.map((file) => findInFile(root, prefixes, file)));
  return found.flat();
}

async function findInFile(root: string, prefixes: Prefixes, file: string): Promise<Diagnostic[]> {
  const text = await readFile(path.join(root, file), 'utf8');
  if (!/["'`]\//.test(text)) return [];
  const { code, offsetOf } = await printModule({ file, text, define: MARKS });
  return [...code.matchAll(CALL)].flatMap(({ index, 2: address = '' }) => {
    const offset = offsetOf(index);
    if (offset === undefined || addPrefix(address, prefixes) === address) return [];
    const message = `An island requests "${address}", which is outside the base "${prefixes.base}".`;
    const hint = `write \`\${import.meta.env.BASE_URL}${address.slice(1)}\`; only attributes get the base by themselves`;
    const place = { file, ...lineAndColumn(text, offset) };
    return [warning('base-missing', message, { hint, place, frame: codeFrame(text, place.line, place.column) })];
  });
}
