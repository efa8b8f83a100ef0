import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeFile, readFile } from 'node:fs/promises';
import type { compile } from 'tailwindcss';
import type { Metafile, Plugin } from 'esbuild';
import { loadPackage } from '../../shared/load-package.ts';
import { error, type Diagnostic } from '../../shared/diagnostics.ts';
import { isWithin, toPosix } from '../../shared/paths.ts';
import { frameInStack } from '../../shared/stack-trace.ts';
import type { ImportedByPages } from '../bundle-pages.ts';
import { importDefault, forNode, runEsbuild } from '../esbuild.ts';
import { nameFile, hasCode } from '../../shared/errors.ts';
import { hashOf } from '../../shared/hash.ts';
import { SCRIPTS, filesOf, loaderOf, packageName, packageOfFile } from '../module-graph.ts';
import { createOwnResolver } from '../own-resolver.ts';
import { mentionsAny } from '../plugins/print-module.ts';
import { LOCATIONS, sourceLocations } from '../plugins/source-locations.ts';
import { findPackage } from '../../shared/find-package.ts';
import { hoistImports, toUrls, rebaseAddress } from './css-addresses.ts';
import { placeInStyles } from './stylesheet-problems.ts';
import { unescapeCss, type CssToken } from '../../shared/read-css.ts';

/** Layout ignores the elements around islands and their children, unless classes give them a box. */
export const ISLAND_STYLES = '@layer base { sitegen-island, sitegen-children { display: contents } }';

export interface CompiledStyles {
  /** Not minified. Absent if Tailwind failed. */
  readonly css?: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The stylesheet and its imports, absolute. */
  readonly files: readonly [string, ...string[]];
  /** Every stylesheet, plugin and config that it was compiled from, and folders in which Tailwind looks for classes. Absolute. */
  readonly inputs: readonly string[];
}

/**
 * Compiles the site's stylesheet. Tailwind looks for classes in `templates`, except in files that git ignores, in all files that
 * pages import, and in the folders that `@source` names.
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
  const start = async (text: string): Promise<StartedCompiler> => {
    const imports: StartedCompiler['imports'][number][] = [];
    const { compile } = await import('tailwindcss');
    const compiler = await compile(text, {
      base: path.dirname(file),
      from: file,
      loadStylesheet: async (id, base) => {
        const stylesheet = await loadStylesheet(id, base, path.dirname(file));
        files.push(stylesheet.path);
        imports.push({ id, base, stylesheet });
        return stylesheet;
      },
      loadModule: async (id, base, kind) => {
        const compiled = await compileTailwindModule(root, workFolder, id, base);
        modules.push(...compiled.inputs);
        const module = (await importDefault(compiled.file)) as never;
        if (kind === 'plugin' && typeof module !== 'function' && !Object.hasOwn(Object(module) as object, 'handler'))
          throw new Error(`The module "${id}" has no default export that is a plugin.`);
        return { module, path: compiled.source, base: path.dirname(compiled.source) };
      },
    });
    const build = (classes: string[]) => compiler.build(classes);
    return { file, text, imports, sources: sourcesOf(root, compiler), build, built: { classes: [], css: '' } };
  };
  try {
    const text = `${await readFile(file, 'utf8')}\n${ISLAND_STYLES}`;
    const known = await findStarted(file, text);
    const started = known ?? (await start(text));
    if (known !== undefined) files.push(...known.imports.map(({ stylesheet }) => stylesheet.path));
    const { sources } = started;
    const classes = await findClasses(sources, importing);
    const { build } = hasLost(started, classes) ? await start(text) : started;
    const built = { classes, css: build([...classes]) };
    latest = modules.length === 0 ? { ...started, build, built } : undefined; // plugins may depend on anything
    const { css, nested } = hoistImports(built.css);
    const diagnostics = nested.map((url) => describeNested(root, files, url));
    return { css, diagnostics, files, inputs: [...files, ...modules, ...foldersOutside(root, sources)] };
  } catch (failure) {
    return { diagnostics: [describeTailwindFailure(root, files, failure)], files, inputs: [...files, ...modules] };
  }
}

/** A Tailwind compiler that has read a stylesheet. Candidates for classes can only be added to it. */
interface StartedCompiler {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
  readonly imports: readonly {
    readonly id: string;
    readonly base: string;
    readonly stylesheet: Awaited<ReturnType<typeof loadStylesheet>>;
  }[];
  readonly sources: ClassSources;
  readonly build: (classes: string[]) => string;
  /** The last result. */
  readonly built: { readonly classes: readonly string[]; readonly css: string };
}

/**
 * The last compiler. Owned by the process: `serve` compiles the same stylesheet repeatedly, and reading it takes longer than
 * everything else that a save costs in this thread.
 */
let latest: StartedCompiler | undefined;

/** @returns the last compiler, if it has read the same texts as a new one would */
async function findStarted(file: string, text: string): Promise<StartedCompiler | undefined> {
  const started = latest;
  if (started?.file !== file || started.text !== text) return undefined;
  try {
    for (const { id, base, stylesheet } of started.imports) {
      if (!isDeepStrictEqual(await loadStylesheet(id, base, path.dirname(file)), stylesheet)) return undefined;
    }
    return started;
  } catch {
    return undefined; // a new compiler reports the error
  }
}

/** True if the last result has a class, or a theme variable, that no file names anymore. */
function hasLost({ built }: StartedCompiler, classes: readonly string[]): boolean {
  const current = new Set(classes);
  const lost = built.classes.filter((name) => !current.has(name));
  if (lost.length === 0) return false;
  const css = unescapeCss(built.css);
  return lost.some((name) => css.includes(name.startsWith('--') ? name : `.${name}`));
}

function describeNested(root: string, files: CompiledStyles['files'], url: string): Diagnostic {
  const message = `The stylesheet imports "${url}" in a layer or a media query, where browsers ignore it.`;
  const hint = 'import it directly in templates/site.css, with `layer(…)` and the media query after its address';
  return error('styles-failed', message, { ...placeInStyles(root, files, `"${url}"`), hint });
}

/** The places in which Tailwind looks for classes. `isAutomatic`: also in all files that pages import. */
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

/** @returns candidates, in the order of the files */
async function findClasses(
  { patterns, isAutomatic }: ClassSources,
  importing: Promise<ImportedByPages>,
): Promise<readonly string[]> {
  const { Scanner } = loadPackage('@tailwindcss/oxide') as typeof import('@tailwindcss/oxide');
  const scanner = new Scanner({ sources: [...patterns] });
  const classes = scanner.scan();
  if (!isAutomatic) return classes;
  const scanned = new Set(scanner.files);
  const others = (await importing).code.filter((file) => !scanned.has(file));
  // A file that a source names is scanned although git ignores it, unless the stylesheet excludes it.
  const sources = [...others.map(sourceOf), ...patterns.filter(({ negated }) => negated)];
  return [...new Set([...classes, ...new Scanner({ sources }).scan()])];
}

function sourceOf(file: string): ClassSources['patterns'][number] {
  // Tailwind has no way to escape a brace.
  const pattern = path
    .basename(file)
    .replace(/[[\]*?!\\]/g, String.raw`\$&`)
    .replace(/[{}]/g, '?');
  return { base: path.dirname(file), pattern, negated: false };
}

function foldersOutside(root: string, { patterns }: ClassSources): readonly string[] {
  const folders = patterns.flatMap((one) => (one.negated ? [] : folderOf(one)));
  return folders.filter((folder) => !isWithin(templatesOf(root), folder));
}

const templatesOf = (root: string): string => path.join(root, 'templates');

function describeTailwindFailure(root: string, files: CompiledStyles['files'], failure: unknown): Diagnostic {
  const { message, stack, cause } = failure instanceof Error ? failure : new Error(String(failure));
  const inPlugin = frameInStack((cause instanceof Error && cause.stack) || stack || '', root)?.place;
  const found = inPlugin ? { place: inPlugin } : placeInStyles(root, files, message);
  const text = message.replace(/^\S.*?:\d+:\d+: /, ''); // the place is reported separately
  return error('styles-failed', `Tailwind cannot compile the stylesheet: ${text}`, found);
}

/** The folder that contains the files of a pattern: `../lib/**\/*.tsx` -> `/project/lib` */
function folderOf({ base, pattern }: { readonly base: string; readonly pattern: string }): string {
  return path.resolve(base, pattern.replace(/[^/]*[*?{[].*$/, ''));
}

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
async function compileTailwindModule(root: string, work: string, id: string, base: string): Promise<TailwindModule> {
  const { files, metafile, diagnostics } = await runEsbuild(root, {
    ...forNode(),
    define: { ...forNode().define, ...LOCATIONS },
    packages: 'bundle',
    stdin: {
      contents: `import * as module from ${JSON.stringify(id)};\nexport default module.default ?? module;`,
      resolveDir: base,
      sourcefile: ENTRY,
    },
    plugins: [asRequired(), sourceLocations(SCRIPTS)],
    // CommonJS packages load Node modules by `require`.
    banner: { js: REQUIRE },
    sourcemap: 'inline',
    outdir: work,
  });
  const [output] = files;
  if (metafile === undefined || output === undefined) throw describeModuleFailure(root, id, diagnostics);
  const file = path.join(work, `${hashOf(output.contents)}.mjs`);
  await writeFile(file, output.contents).catch(nameFile(file));
  return { source: entryOf(root, metafile), file, inputs: filesOf(root, metafile) };
}

/**
 * As Tailwind's CLI, by jiti, code of the project imports packages as `require` finds them, because their ES modules may have
 * nothing but a default: `import { fontFamily } from 'tailwindcss/defaultTheme'`. esbuild does not know the type of a file that a
 * plugin has found, so that `module.exports` and `__dirname` work in a project whose package.json has `"type": "module"`, too.
 */
function asRequired(): Plugin {
  return {
    name: 'as-required',
    setup: (build) => {
      const own = createOwnResolver(build);
      build.onResolve({ filter: /^/ }, async (args) => {
        const { path: specifier, kind, importer, resolveDir } = args;
        if (own.isAsking(args) || packageOfFile(toPosix(importer)) !== undefined) return undefined;
        const found = await own.resolve(specifier, { kind: 'require-call', importer, resolveDir });
        if (found.errors.length > 0 || found.external || found.namespace !== 'file') return undefined;
        const isOfPackage = packageOfFile(toPosix(found.path)) !== undefined;
        const same = isOfPackage && (await own.resolve(specifier, { kind, importer, resolveDir })).path === found.path;
        return same ? undefined : { path: found.path };
      });
      build.onLoad({ filter: SCRIPTS.filter, namespace: 'file' }, async ({ path: file }) => {
        const text = await SCRIPTS.read(file);
        if (!/\b__(?:dir|file)name\b/.test(text)) return undefined;
        if (!(await mentionsAny(file, text, ['__dirname', '__filename']))) return undefined;
        const [folder, name] = [path.dirname(file), file].map((value) => JSON.stringify(value));
        return { contents: `const __dirname = ${folder}, __filename = ${name}; ${text}`, loader: loaderOf(file) };
      });
    },
  };
}

function entryOf(root: string, { inputs }: Metafile): string {
  return path.resolve(root, inputs[ENTRY]?.imports[0]?.path ?? '');
}

function describeModuleFailure(root: string, id: string, diagnostics: readonly Diagnostic[]): Error {
  const [{ message, place } = { message: '' }] = diagnostics;
  if (place === undefined || place.file.endsWith(ENTRY)) return new Error(`The module "${id}" was not found.`);
  return new Error(`${path.join(root, place.file)}:${place.line}:${place.column}: ${message}`);
}

/** @param target the folder of the stylesheet that all imports become part of, absolute */
async function loadStylesheet(
  id: string,
  base: string,
  target: string,
): Promise<{ path: string; base: string; content: string }> {
  if (/\.(?:less|s[ac]ss|styl)$/i.test(id))
    throw new Error(`"${id}" is not CSS, which Tailwind compiles. Import it in a module, such as templates/shell.tsx.`);
  try {
    const file = resolveStylesheet(id, base);
    const folder = path.dirname(file);
    const css = await readFile(file, 'utf8');
    // Tailwind copies the stylesheet into the one that imports it, and resolves its imports itself.
    const rebase = (address: string, { within }: CssToken) =>
      within === '@import' ? address : rebaseAddress(address, folder, target);
    return { path: file, base: folder, content: folder === target ? css : toUrls(css, rebase) };
  } catch (cause) {
    throw isMissing(cause) ? new Error(`@import "${id}" was not found.`, { cause }) : cause;
  }
}

/** `style` in a package.json names a package's stylesheet. Node's own resolution does not support it. */
function resolveStylesheet(id: string, base: string): string {
  if (/^\.{0,2}\//.test(id)) return path.resolve(base, id);
  const name = packageName(id);
  const folder = findPackage(base, name) ?? (name === 'tailwindcss' ? ownTailwind() : undefined);
  const subpath = `.${id.slice(name.length)}`;
  if (folder !== undefined) {
    const { style, exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Description;
    const target = exports?.[subpath]?.style ?? (subpath === '.' ? style : undefined);
    if (target !== undefined) return path.join(folder, target);
  }
  const found = loadPackage.resolve(id, { paths: [base, import.meta.dirname] });
  return found.endsWith('.css') || subpath !== '.' ? found : path.join(folder ?? base, 'index.css');
}

/** For projects that do not install it: pnpm hides the packages that sitegen depends on. */
const ownTailwind = (): string => path.dirname(loadPackage.resolve('tailwindcss/package.json'));

interface Description {
  readonly style?: string;
  readonly exports?: Readonly<Record<string, { readonly style?: string } | undefined>>;
}

function isMissing(failure: unknown): boolean {
  return hasCode(failure, 'ENOENT', 'ENOTDIR', 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED');
}
