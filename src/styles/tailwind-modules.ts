/** Plugins and configs of Tailwind, which stylesheets name: `@plugin './buttons.ts'`. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile } from 'esbuild';
import type { Diagnostic } from '../core/diagnostics.ts';
import { nameFile } from '../core/errors.ts';
import { hashOf } from '../core/hash.ts';
import { loadedBy, type Loaded } from '../modules/compilation-inputs.ts';
import { forNode, runEsbuild } from '../bundle/esbuild.ts';

interface TailwindModule {
  /** Absolute. */
  readonly path: string;
  readonly module: never;
  readonly loaded: Loaded;
}

const ENTRY = 'sitegen:tailwind-module.js';

const REQUIRE = `import { createRequire as _require } from 'node:module'; const require = _require(import.meta.url);`;

/**
 * Modules by hashes of their code: Node keeps each that it loads. Owned by the process; `serve` compiles the stylesheet many
 * times.
 */
const modules = new Map<string, never>();

/**
 * Loads a module with all that it imports as one file, so that it is never out of date.
 *
 * @param work a folder for compiled files, absolute
 * @param base the folder of the stylesheet that names it, absolute
 */
export async function loadTailwindModule(
  root: string,
  work: string,
  id: string,
  base: string,
): Promise<TailwindModule> {
  const { files, metafile, diagnostics } = await runEsbuild(root, {
    ...forNode(),
    packages: 'bundle',
    stdin: { contents: `export { default } from ${JSON.stringify(id)};`, resolveDir: base, sourcefile: ENTRY },
    // Packages that are CommonJS load modules of Node by `require`.
    banner: { js: REQUIRE },
    sourcemap: 'inline',
    outdir: work,
  });
  const [output] = files;
  if (metafile === undefined || output === undefined) throw describeFailure(root, id, diagnostics);
  process.setSourceMapsEnabled(true); // errors name the lines of the sources
  const hash = hashOf(output.contents);
  const file = path.join(work, `${hash}.mjs`);
  await writeFile(file, output.contents).catch(nameFile(file));
  const module = modules.get(hash) ?? ((await import(pathToFileURL(file).href)) as { default: never }).default;
  modules.set(hash, module);
  return { path: entryOf(root, metafile), module, loaded: loadedBy(root, metafile) };
}

function entryOf(root: string, { inputs }: Metafile): string {
  return path.resolve(root, inputs[ENTRY]?.imports[0]?.path ?? '');
}

function describeFailure(root: string, id: string, diagnostics: readonly Diagnostic[]): Error {
  const [{ message, place } = { message: '' }] = diagnostics;
  const isMissing = place === undefined || place.file.endsWith(ENTRY);
  if (isMissing) return new Error(`The module "${id}" was not found.`);
  return new Error(`${path.join(root, place.file)}:${place.line}:${place.column}: ${message}`);
}
