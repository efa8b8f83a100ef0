/** Compiles Tailwind plugins and configs, which stylesheets name: `@plugin './buttons.ts'`. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import type { Diagnostic } from '../../shared/diagnostics.ts';
import { nameFile } from '../../shared/errors.ts';
import { hashOf } from '../../shared/hash.ts';
import { filesOf } from '../module-graph.ts';
import { forNode, runEsbuild } from '../esbuild.ts';

interface TailwindModule {
  /** Absolute. */
  readonly source: string;
  /** The compiled file, absolute. */
  readonly file: string;
  /** Every file that it was compiled from, absolute. */
  readonly inputs: readonly string[];
}

const ENTRY = 'sitegen:tailwind-module.js';

const REQUIRE = `import { createRequire as _require } from 'node:module'; const require = _require(import.meta.url);`;

/**
 * Compiles a module with all its imports to one file.
 *
 * @param work a new folder for compiled files, because Node imports a file only once. Absolute
 * @param base the folder of the stylesheet that names it, absolute
 * @throws an error that names the place of a mistake
 */
export async function compileTailwindModule(
  root: string,
  work: string,
  id: string,
  base: string,
): Promise<TailwindModule> {
  const { files, metafile, diagnostics } = await runEsbuild(root, {
    ...forNode(),
    packages: 'bundle',
    stdin: { contents: `export { default } from ${JSON.stringify(id)};`, resolveDir: base, sourcefile: ENTRY },
    // CommonJS packages load Node modules by `require`.
    banner: { js: REQUIRE },
    sourcemap: 'inline',
    outdir: work,
  });
  const [output] = files;
  if (metafile === undefined || output === undefined) throw describeFailure(root, id, diagnostics);
  const file = path.join(work, `${hashOf(output.contents)}.mjs`);
  await writeFile(file, output.contents).catch(nameFile(file));
  return { source: entryOf(root, metafile), file, inputs: filesOf(root, metafile) };
}

function entryOf(root: string, { inputs }: Metafile): string {
  return path.resolve(root, inputs[ENTRY]?.imports[0]?.path ?? '');
}

function describeFailure(root: string, id: string, diagnostics: readonly Diagnostic[]): Error {
  const [{ message, place } = { message: '' }] = diagnostics;
  if (place === undefined || place.file.endsWith(ENTRY)) {
    if (message.startsWith('No matching export')) return new Error(`The module "${id}" has no default export.`);
    return new Error(`The module "${id}" was not found.`);
  }
  return new Error(`${path.join(root, place.file)}:${place.line}:${place.column}: ${message}`);
}
