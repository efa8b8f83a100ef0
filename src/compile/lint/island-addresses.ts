/** Finds addresses in the code of islands that lack the base: outside of attributes, nothing adds it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { addPrefix, type Prefixes } from '../../shared/address.ts';
import { codeFrame } from '../../shared/code-frame.ts';
import { warning, type Diagnostic } from '../../shared/diagnostics.ts';
import { placeAt, printModule } from '../plugins/print-module.ts';

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
    const { line, column } = placeAt(text, offset);
    const message = `An island requests "${address}", which is outside the base "${prefixes.base}".`;
    const hint = `write \`\${import.meta.env.BASE_URL}${address.slice(1)}\`; only attributes get the base by themselves`;
    const place = { file, line, column: column + 1 };
    return [warning('base-missing', message, { hint, place, frame: codeFrame(text, line, place.column) })];
  });
}
