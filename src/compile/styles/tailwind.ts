import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { compile } from 'tailwindcss';
import { loadPackage } from '../../shared/load-package.ts';
import { error, type Diagnostic } from '../../shared/diagnostics.ts';
import { isWithin } from '../../shared/paths.ts';
import { frameInStack } from '../../shared/stack-trace.ts';
import type { ImportedByPages } from '../bundle-pages.ts';
import { importDefault } from '../import-default.ts';
import { placeInStyles } from './place-in-styles.ts';
import { loadStylesheet } from './load-stylesheet.ts';
import { findUnusedConfig, readStylesheet } from './tailwind-3.ts';
import { compileTailwindModule } from './tailwind-modules.ts';

/** Layout ignores the elements around islands and their children. */
export const ISLAND_STYLES = '@layer base { sitegen-island, sitegen-children { display: contents } }';

export interface CompiledStyles {
  /** Not minified. Absent if Tailwind failed. */
  readonly css?: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The stylesheet and those that it imports, absolute. */
  readonly files: readonly [string, ...string[]];
  /** Every stylesheet, plugin and config that it was compiled from, and folders in which Tailwind looks for classes. Absolute. */
  readonly inputs: readonly string[];
}

/**
 * Compiles the site's stylesheet. Tailwind looks for classes in `templates`, in files that the site imports from elsewhere, and
 * in the folders that `@source` names.
 *
 * @param site its root and a folder for compiled plugins, both absolute
 * @param source the stylesheet, from the root
 * @param importing files that pages import, which Tailwind needs last
 */
export async function compileOwnStyles(
  { root, workFolder }: { readonly root: string; readonly workFolder: string },
  source: string,
  importing: Promise<ImportedByPages>,
): Promise<CompiledStyles> {
  const file = path.join(root, source);
  const files: [string, ...string[]] = [file];
  const modules: string[] = [];
  try {
    const { compile } = await import('tailwindcss');
    const compiler = await compile(`${await readStylesheet(file)}\n${ISLAND_STYLES}`, {
      base: path.dirname(file),
      from: file,
      loadStylesheet: async (id, base) => {
        const stylesheet = await loadStylesheet(id, base, path.dirname(file));
        files.push(stylesheet.path);
        return stylesheet;
      },
      loadModule: async (id, base) => {
        const compiled = await compileTailwindModule(root, workFolder, id, base);
        modules.push(...compiled.inputs);
        const module = (await importDefault(compiled.file)) as never;
        return { module, path: compiled.source, base: path.dirname(compiled.source) };
      },
    });
    const sources = sourcesOf(root, compiler);
    const css = compiler.build([...(await findClasses(root, sources, importing))]);
    const diagnostics = findUnusedConfig(root, source, modules);
    return { css, diagnostics, files, inputs: [...files, ...modules, ...foldersOutside(root, sources)] };
  } catch (failure) {
    return { diagnostics: [describeFailure(root, files, failure)], files, inputs: [...files, ...modules] };
  }
}

/** The places in which Tailwind looks for classes. `isAutomatic`: also in files that pages import from elsewhere. */
interface ClassSources {
  readonly patterns: readonly { readonly base: string; readonly pattern: string; readonly negated: boolean }[];
  readonly isAutomatic: boolean;
}

function sourcesOf(
  root: string,
  { root: chosen, sources }: Pick<Awaited<ReturnType<typeof compile>>, 'root' | 'sources'>,
): ClassSources {
  const automatic =
    chosen === null ? [{ base: templatesOf(root), pattern: '**/*' }] : chosen === 'none' ? [] : [chosen];
  const all = [...automatic.map((one) => ({ ...one, negated: false })), ...sources];
  return { patterns: all, isAutomatic: chosen === null };
}

/** @returns candidates for classes, in the order of the files */
async function findClasses(
  root: string,
  { patterns, isAutomatic }: ClassSources,
  importing: Promise<ImportedByPages>,
): Promise<readonly string[]> {
  const { Scanner } = loadPackage('@tailwindcss/oxide') as typeof import('@tailwindcss/oxide');
  const scanner = new Scanner({ sources: [...patterns] });
  const found = scanner.scan();
  const { code } = isAutomatic ? await importing : { code: [] };
  const others = code.filter((file) => !isWithin(templatesOf(root), file));
  const contents = others.map((file) => ({
    content: readFileSync(file, 'utf8'),
    extension: path.extname(file).slice(1),
  }));
  return [...new Set([...found, ...scanner.scanFiles(contents)])];
}

function foldersOutside(root: string, { patterns }: ClassSources): readonly string[] {
  const folders = patterns.flatMap((one) => (one.negated ? [] : folderOf(one)));
  return folders.filter((folder) => !isWithin(templatesOf(root), folder));
}

const templatesOf = (root: string): string => path.join(root, 'templates');

function describeFailure(root: string, files: CompiledStyles['files'], failure: unknown): Diagnostic {
  const { message, stack, cause } = failure instanceof Error ? failure : new Error(String(failure));
  const inPlugin = frameInStack((cause instanceof Error && cause.stack) || stack || '', root)?.place;
  const found = inPlugin ? { place: inPlugin } : placeInStyles(root, files, message);
  const text = message.replace(/^\S.*?:\d+:\d+: /, ''); // the place is reported apart
  return error('styles-failed', `Tailwind cannot compile the stylesheet: ${text}`, found);
}

/** The folder in which the files of a pattern are: `../lib/**\/*.tsx` -> `/project/lib` */
function folderOf({ base, pattern }: { readonly base: string; readonly pattern: string }): string {
  return path.resolve(base, pattern.replace(/[^/]*[*?{[].*$/, ''));
}
