import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { compile } from 'tailwindcss';
import { findPackage } from '../modules/lookups.ts';
import { packageName } from '../modules/module-graph.ts';
import { loadPackage } from '../core/load-package.ts';
import { error, type Diagnostic } from '../core/diagnostics.ts';
import type { ClassSources } from '../core/model.ts';
import { hasCode } from '../core/errors.ts';
import { isWithin } from '../core/paths.ts';
import { frameInStack } from '../core/stack-trace.ts';
import type { ImportedByPages } from '../bundle/bundle-pages.ts';
import { inputsOf, type Loaded } from '../modules/compilation-inputs.ts';
import { placeInStyles } from './place-in-styles.ts';
import { rebaseUrls } from './rebase-urls.ts';
import { loadTailwindModule } from './tailwind-modules.ts';
import { findUnusedConfig, importOfConfig, readStylesheet } from './tailwind-3.ts';

/** Layout ignores the elements around islands and their children. */
export const ISLAND_STYLES = '@layer base { sitegen-island, sitegen-children { display: contents } }';

interface CompiledStyles {
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

/** Of a stylesheet that could not be compiled. */
const NOTHING_KNOWN = { scanned: [], runsCode: false };

/**
 * Runs Tailwind over the site's stylesheet. Tailwind looks for classes in `templates`, in what the site imports from elsewhere,
 * and in the folders that `@source` names.
 *
 * @param root the project's folder, absolute
 * @param source the stylesheet, from the root
 * @param work a folder for compiled files, absolute
 * @param importing what pages import
 */
export async function compileStyles(
  root: string,
  source: string,
  work: string,
  importing: Promise<ImportedByPages>,
): Promise<CompiledStyles> {
  const { compile } = await import('tailwindcss');
  const file = path.join(root, source);
  const files: [string, ...string[]] = [file];
  const loaded: Loaded[] = [importOfConfig(root)];
  const inputs = () => inputsOf(root, mergeLoaded([{ files, imports: [] }, ...loaded]));
  try {
    const compiler = await compile(`${await readStylesheet(file)}\n${ISLAND_STYLES}`, {
      base: path.dirname(file),
      from: file,
      loadStylesheet: async (id, base) => {
        const stylesheet = await loadStylesheet(id, base, path.dirname(file));
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
    const sources = sourcesOf(root, compiler);
    const found = await findClasses(root, sources, importing);
    const modules = loaded.flatMap((one) => one.files);
    const diagnostics = findUnusedConfig(root, source, modules);
    const css = compiler.build([...found]);
    const always = { scanned: foldersOutside(root, sources), runsCode: modules.length > 0 };
    const classes = always.runsCode ? {} : { classes: { sources, found } };
    return { css, diagnostics, files, inputs: inputs(), ...always, ...classes };
  } catch (failure) {
    return { diagnostics: [describeFailure(root, files, failure)], files, inputs: inputs(), ...NOTHING_KNOWN };
  }
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

function describeFailure(root: string, files: readonly [string, ...string[]], failure: unknown): Diagnostic {
  const { message, stack = '' } = failure instanceof Error ? failure : new Error(String(failure));
  const inPlugin = frameInStack(stack, root)?.place;
  const found = inPlugin ? { place: inPlugin } : placeInStyles(root, files, message);
  const text = message.replace(/^\S.*?:\d+:\d+: /, ''); // the place is reported apart
  return error('styles-failed', `Tailwind cannot compile the stylesheet: ${text}`, found);
}

/** The folder in which the files of a pattern are: `../lib/**\/*.tsx` -> `/project/lib` */
function folderOf(root: string, { base, pattern }: { readonly base: string; readonly pattern: string }): string {
  return path.resolve(root, base, pattern.replace(/[^/]*[*?{[].*$/, ''));
}

/** @param target the folder of the stylesheet that all others become part of, absolute */
async function loadStylesheet(
  id: string,
  base: string,
  target: string,
): Promise<{ path: string; base: string; content: string }> {
  try {
    const file = resolveStylesheet(id, base);
    const folder = path.dirname(file);
    return { path: file, base: folder, content: rebaseUrls(await readStylesheet(file), folder, target) };
  } catch (cause) {
    throw isMissing(cause) ? new Error(`@import "${id}" was not found.`, { cause }) : cause;
  }
}

/** `style` in a package.json names a package's stylesheet. Node's own resolution does not support it. */
function resolveStylesheet(id: string, base: string): string {
  if (/^\.{0,2}\//.test(id)) return path.resolve(base, id);
  const name = packageName(id);
  const { folder = name === 'tailwindcss' ? ownTailwind() : undefined } = findPackage(base, name);
  const subpath = `.${id.slice(name.length)}`;
  if (folder !== undefined) {
    const { style, exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Description;
    const target = exports?.[subpath]?.style ?? (subpath === '.' ? style : undefined);
    if (target !== undefined) return path.join(folder, target);
  }
  const found = loadPackage.resolve(id, { paths: [base, import.meta.dirname] });
  return found.endsWith('.css') || subpath !== '.' ? found : path.join(folder ?? base, 'index.css');
}

/** For projects that have none of their own: pnpm hides the packages that sitegen depends on. */
const ownTailwind = (): string => path.dirname(loadPackage.resolve('tailwindcss/package.json'));

interface Description {
  readonly style?: string;
  readonly exports?: Readonly<Record<string, { readonly style?: string } | undefined>>;
}

function mergeLoaded(all: readonly Loaded[]): Loaded {
  return { files: all.flatMap(({ files }) => files), imports: all.flatMap(({ imports }) => imports) };
}

function isMissing(failure: unknown): boolean {
  return hasCode(failure, 'ENOENT', 'ENOTDIR', 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED');
}
