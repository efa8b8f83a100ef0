import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { compile } from 'tailwindcss';
import { loadPackage } from '../core/load-package.ts';
import { error, type Diagnostic } from '../core/diagnostics.ts';
import type { ClassSources } from '../core/model.ts';
import { isWithin, toPosix } from '../core/paths.ts';
import { frameInStack } from '../core/stack-trace.ts';
import type { ImportedByPages } from '../bundle/bundle-pages.ts';
import { inputsOf, type Loaded } from '../modules/compilation-inputs.ts';
import { placeInStyles } from './place-in-styles.ts';
import { loadStylesheet } from './load-stylesheet.ts';
import { findUnusedConfig, importOfConfig, readStylesheet } from './tailwind-3.ts';

/** Layout ignores the elements around islands and their children. */
export const ISLAND_STYLES = '@layer base { sitegen-island, sitegen-children { display: contents } }';

export interface CompiledStyles {
  /** Not minified. Absent if Tailwind failed. */
  readonly css?: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The stylesheet and those that it imports, absolute. */
  readonly files: readonly [string, ...string[]];
  /** What it was compiled from: see `compilation-inputs.ts`. */
  readonly inputs: readonly string[];
  /** Folders outside `templates` in which Tailwind looks for classes, absolute. */
  readonly scanned: readonly string[];
  /** Whether Tailwind has run code of plugins or of a config. */
  readonly runsCode: boolean;
  /** What else it depends on. Absent if Tailwind failed or has run code. */
  readonly classes?: { readonly sources: ClassSources; readonly found: readonly string[] };
}

/** Loads a plugin or a config. `base` is the folder of the stylesheet that names it, absolute. */
export type LoadModule = (
  id: string,
  base: string,
  kind: 'config' | 'plugin',
) => Promise<{ readonly module: never; readonly path: string; readonly loaded: Loaded }>;

type Compiler = Awaited<ReturnType<typeof compile>>;

/** The site's stylesheet, as Tailwind has read it. */
export interface OpenedStyles {
  /** What Tailwind throws, if it does not understand the stylesheet. */
  readonly compiler: Compiler | { readonly failure: unknown };
  readonly files: CompiledStyles['files'];
  /** The modules that it loads, and what it imports. */
  readonly loaded: Loaded;
}

/** Loads what takes long. */
export async function warmUpTailwind(): Promise<void> {
  loadPackage('@tailwindcss/oxide');
  await import('tailwindcss');
}

/**
 * @param root the project's folder, absolute
 * @param source the stylesheet, from the root
 */
export async function openStyles(root: string, source: string, loadModule: LoadModule): Promise<OpenedStyles> {
  const { compile } = await import('tailwindcss');
  const file = path.join(root, source);
  const files: [string, ...string[]] = [file];
  const loaded: Loaded[] = [importOfConfig(root)];
  const open = async () =>
    compile(`${await readStylesheet(file)}\n${ISLAND_STYLES}`, {
      base: path.dirname(file),
      from: file,
      loadStylesheet: async (id, base) => {
        const stylesheet = await loadStylesheet(id, base, path.dirname(file));
        files.push(stylesheet.path);
        loaded.push({ files: [], imports: [{ folder: base, specifier: id }] });
        return stylesheet;
      },
      loadModule: async (id, base, kind) => {
        const { module, path: found, loaded: modules } = await loadModule(id, base, kind);
        loaded.push(modules);
        return { module, path: found, base: path.dirname(found) };
      },
    });
  const compiler = await open().catch((failure: unknown) => ({ failure }));
  return { compiler, files, loaded: mergeLoaded(loaded) };
}

/**
 * Runs Tailwind over the site's stylesheet. Tailwind looks for classes in `templates`, in what the site imports from elsewhere,
 * and in the folders that `@source` names.
 *
 * @param importing what pages import
 */
export async function compileStyles(
  root: string,
  { compiler, files, loaded }: OpenedStyles,
  importing: () => Promise<ImportedByPages>,
): Promise<CompiledStyles> {
  const inputs = inputsOf(root, { ...loaded, files: [...files, ...loaded.files] });
  try {
    if ('failure' in compiler) throw compiler.failure;
    const sources = sourcesOf(root, compiler);
    const found = await findClasses(root, sources, importing());
    const diagnostics = findUnusedConfig(root, toPosix(path.relative(root, files[0])), loaded.files);
    const css = compiler.build([...found]);
    const always = { scanned: foldersOutside(root, sources), runsCode: loaded.files.length > 0 };
    const classes = always.runsCode ? {} : { classes: { sources, found } };
    return { css, diagnostics, files, inputs, ...always, ...classes };
  } catch (failure) {
    return failedStyles(root, files, loaded, failure);
  }
}

/** @param files stylesheets, absolute, the most likely one first */
export function failedStyles(
  root: string,
  files: CompiledStyles['files'],
  loaded: Loaded,
  failure: unknown,
): CompiledStyles {
  const inputs = inputsOf(root, { ...loaded, files: [...files, ...loaded.files] });
  return { diagnostics: [describeFailure(root, files, failure)], files, inputs, scanned: [], runsCode: false };
}

function sourcesOf(
  root: string,
  { root: chosen, sources }: Pick<Awaited<ReturnType<typeof compile>>, 'root' | 'sources'>,
): ClassSources {
  const automatic =
    chosen === null ? [{ base: templatesOf(root), pattern: '**/*' }] : chosen === 'none' ? [] : [chosen];
  const all = [...automatic.map((one) => ({ ...one, negated: false })), ...sources];
  const patterns = all.map((one) => ({ ...one, base: path.relative(root, one.base) }));
  return { patterns, isAutomatic: chosen === null };
}

/** @returns what may be classes, in the order of the files */
export async function findClasses(
  root: string,
  { patterns, isAutomatic }: ClassSources,
  importing: Promise<ImportedByPages>,
): Promise<readonly string[]> {
  const { Scanner } = loadPackage('@tailwindcss/oxide') as typeof import('@tailwindcss/oxide');
  const scanner = new Scanner({ sources: patterns.map((one) => ({ ...one, base: path.resolve(root, one.base) })) });
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
  const folders = patterns.flatMap((one) => (one.negated ? [] : folderOf(root, one)));
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
function folderOf(root: string, { base, pattern }: { readonly base: string; readonly pattern: string }): string {
  return path.resolve(root, base, pattern.replace(/[^/]*[*?{[].*$/, ''));
}

export function mergeLoaded(all: readonly Loaded[]): Loaded {
  return { files: all.flatMap(({ files }) => files), imports: all.flatMap(({ imports }) => imports) };
}
