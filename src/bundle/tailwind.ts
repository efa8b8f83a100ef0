import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { loadPackage } from '../core/load-package.ts';
import { error, type Diagnostic } from '../core/diagnostics.ts';
import { hasCode } from '../core/errors.ts';
import { isWithin } from '../core/paths.ts';
import { frameInStack } from '../core/stack-trace.ts';
import { inputsOf, type Loaded } from '../modules/compilation-inputs.ts';
import { placeInStyles } from './place-in-styles.ts';
import { loadTailwindModule } from './tailwind-modules.ts';

/** Layout ignores the elements around islands and their children. */
const ISLAND_STYLES = '@layer base { sitegen-island, sitegen-children { display: contents } }';

interface CompiledStyles {
  /** Not minified. Absent if Tailwind failed. */
  readonly css?: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The stylesheet and those that it imports, absolute. */
  readonly files: readonly string[];
  /** What it was compiled from: see `compilation-inputs.ts`. */
  readonly inputs: readonly string[];
  /** Folders outside `templates` in which Tailwind looks for classes, absolute. */
  readonly scanned: readonly string[];
}

/**
 * Runs Tailwind over the site's stylesheet. Tailwind looks for classes in `templates`, and in the folders that `@source` names.
 *
 * @param root the project's folder, absolute
 * @param source the stylesheet, from the root
 * @param work a folder for compiled files, absolute
 */
export async function compileStyles(root: string, source: string, work: string): Promise<CompiledStyles> {
  const { compile } = await import('tailwindcss');
  const { Scanner } = loadPackage('@tailwindcss/oxide') as typeof import('@tailwindcss/oxide');
  const file = path.join(root, source);
  const files: string[] = [file];
  const loaded: Loaded[] = [];
  const inputs = () => inputsOf(root, mergeLoaded([{ files, imports: [] }, ...loaded]));
  try {
    const compiler = await compile(`${await readFile(file, 'utf8')}\n${ISLAND_STYLES}`, {
      base: path.dirname(file),
      from: file,
      loadStylesheet: async (id, base) => {
        const stylesheet = await loadStylesheet(id, base);
        files.push(stylesheet.path);
        loaded.push({ files: [], imports: [{ folder: base, specifier: id }] });
        return stylesheet;
      },
      loadModule: async (id, base) => {
        const { module, path: found, loaded: modules } = await loadTailwindModule(root, work, id, base);
        loaded.push(modules);
        return { module, path: found, base: path.dirname(found) };
      },
    });
    const everywhere = { base: path.join(root, 'templates'), pattern: '**/*', negated: false };
    const automatic =
      compiler.root === 'none' ? [] : [compiler.root ? { ...compiler.root, negated: false } : everywhere];
    const scanner = new Scanner({ sources: [...automatic, ...compiler.sources] });
    const folders = [...automatic, ...compiler.sources].flatMap((one) => (one.negated ? [] : folderOf(one)));
    const scanned = folders.filter((folder) => !isWithin(everywhere.base, folder));
    return { css: compiler.build(scanner.scan()), diagnostics: [], files, inputs: inputs(), scanned };
  } catch (failure) {
    return { diagnostics: [describeFailure(root, [file, ...files], failure)], files, inputs: inputs(), scanned: [] };
  }
}

function describeFailure(root: string, files: readonly [string, ...string[]], failure: unknown): Diagnostic {
  const { message, stack = '' } = failure instanceof Error ? failure : new Error(String(failure));
  const inPlugin = frameInStack(stack, root)?.place;
  const found = inPlugin ? { place: inPlugin } : placeInStyles(root, files, message);
  const text = message.replace(/^\S.*?:\d+:\d+: /, ''); // the place is reported apart
  return error('styles-failed', `Tailwind cannot compile the stylesheet: ${text}`, found);
}

/** The folder in which the files of a pattern are: `../lib/**\/*.tsx` -> `/project/lib` */
function folderOf({ base, pattern }: { readonly base: string; readonly pattern: string }): string {
  return path.resolve(base, pattern.replace(/[^/]*[*?{[].*$/, ''));
}

async function loadStylesheet(id: string, base: string): Promise<{ path: string; base: string; content: string }> {
  try {
    const file = resolveStylesheet(id, base);
    return { path: file, base: path.dirname(file), content: await readFile(file, 'utf8') };
  } catch (cause) {
    throw isMissing(cause) ? new Error(`@import "${id}" was not found.`, { cause }) : cause;
  }
}

/** `style` in a package.json names the package's stylesheet. Node's own resolution does not support that field. */
function resolveStylesheet(id: string, base: string): string {
  if (/^\.{0,2}\//.test(id)) return path.resolve(base, id);
  const { resolve } = createRequire(path.join(base, 'site.css'));
  const isPackage = /^(@[^/]+\/)?[^/]+$/.test(id);
  if (!isPackage) return resolve(id);
  const description = resolve(`${id}/package.json`);
  const { style } = createRequire(description)(description) as { style?: string };
  return path.join(path.dirname(description), style ?? 'index.css');
}

function mergeLoaded(all: readonly Loaded[]): Loaded {
  return { files: all.flatMap(({ files }) => files), imports: all.flatMap(({ imports }) => imports) };
}

function isMissing(failure: unknown): boolean {
  return hasCode(failure, 'ENOENT', 'ENOTDIR', 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED');
}
