import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadPackage } from '../core/load-package.ts';
import { error, type Diagnostic } from '../core/diagnostics.ts';
import { hasCode } from '../core/errors.ts';
import { isWithin } from '../core/paths.ts';
import { frameInStack } from '../core/stack-trace.ts';
import { placeInStyles } from './place-in-styles.ts';

/** Layout ignores the elements around islands and their children. */
const ISLAND_STYLES = '@layer base { sitegen-island, sitegen-children { display: contents } }';

interface CompiledStyles {
  /** Not minified. Absent if Tailwind failed. */
  readonly css?: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The stylesheet and all that it imports, absolute. */
  readonly files: readonly string[];
  /** Whether Tailwind looks for classes outside `templates`. */
  readonly looksElsewhere: boolean;
}

/**
 * Runs Tailwind over the site's stylesheet. Tailwind looks for classes in `templates`, and in the folders that `@source` names.
 *
 * @param root the project's folder, absolute
 * @param source the stylesheet, from the root
 */
export async function compileStyles(root: string, source: string): Promise<CompiledStyles> {
  const { compile } = await import('tailwindcss');
  const { Scanner } = loadPackage('@tailwindcss/oxide') as typeof import('@tailwindcss/oxide');
  const file = path.join(root, source);
  const imported: string[] = [file];
  try {
    const compiler = await compile(`${await readFile(file, 'utf8')}\n${ISLAND_STYLES}`, {
      base: path.dirname(file),
      from: file,
      loadStylesheet: async (id, base) => {
        const loaded = await loadStylesheet(id, base);
        imported.push(loaded.path);
        return loaded;
      },
      loadModule: async (id, base) => {
        const loaded = await loadModule(id, base);
        imported.push(loaded.path);
        return loaded;
      },
    });
    const everywhere = { base: path.join(root, 'templates'), pattern: '**/*', negated: false };
    const automatic =
      compiler.root === 'none' ? [] : [compiler.root ? { ...compiler.root, negated: false } : everywhere];
    const scanner = new Scanner({ sources: [...automatic, ...compiler.sources] });
    const looksElsewhere = compiler.sources.some((one) => !one.negated && !isWithin(everywhere.base, folderOf(one)));
    return { css: compiler.build(scanner.scan()), diagnostics: [], files: imported, looksElsewhere };
  } catch (failure) {
    const { message, stack = '' } = failure instanceof Error ? failure : new Error(String(failure));
    const inPlugin = frameInStack(stack, root)?.place;
    const found = inPlugin ? { place: inPlugin } : placeInStyles(root, [file, ...imported], message);
    const text = message.replace(/^\S.*?:\d+:\d+: /, ''); // the place is reported apart
    return {
      diagnostics: [error('styles-failed', `Tailwind cannot compile the stylesheet: ${text}`, found)],
      files: imported,
      looksElsewhere: false,
    };
  }
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

async function loadModule(id: string, base: string): Promise<{ path: string; base: string; module: never }> {
  const file = resolveModule(id, base);
  const { default: module } = (await import(pathToFileURL(file).href)) as { default: never };
  return { path: file, base: path.dirname(file), module };
}

function resolveModule(id: string, base: string): string {
  try {
    return createRequire(path.join(base, 'site.css')).resolve(id);
  } catch (cause) {
    throw isMissing(cause) ? new Error(`The module "${id}" was not found.`, { cause }) : cause;
  }
}

function isMissing(failure: unknown): boolean {
  return hasCode(failure, 'ENOENT', 'ENOTDIR', 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED');
}
