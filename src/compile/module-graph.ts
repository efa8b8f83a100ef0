import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader, Metafile, OutputFile } from 'esbuild';
import type { Dependencies } from '../shared/model.ts';
import { toPosix } from '../shared/paths.ts';

/** Matches the names of files with JavaScript or TypeScript. */
export const IS_SCRIPT = /\.[cm]?[jt]sx?$/;

/** The name of the folders with packages. */
const PACKAGES = 'node_modules';

/** Matches any other name. esbuild's patterns have no lookahead. */
const OTHER_NAME = PACKAGES.split('').reduceRight(
  (rest, letter) => String.raw`(?:[^/\\${letter}][^/\\]*|${letter}${rest})?`,
  String.raw`[^/\\]+`,
);

/** For esbuild: files of the site, and of packages that are linked to it, but none of the thousands that are installed. */
export function outsidePackages({ source }: RegExp): RegExp {
  return new RegExp(String.raw`^(?:${OTHER_NAME}[/\\])*[^/\\]*(?:${source})`);
}

/** Matches the names of stylesheets that sitegen compiles. */
const IS_STYLESHEET = /\.(?:css|s[ac]ss)$/i;

export const IS_SASS = /\.s[ac]ss$/i;

export const IS_CSS_MODULE = /\.module\.(?:css|s[ac]ss)$/i;

/** Files that a run of esbuild compiles as code. */
export interface SourceCode {
  /** Matches the ends of their names. */
  readonly filter: RegExp;
  /** @returns the code of a file, absolute */
  readonly read: (file: string) => Promise<string>;
}

/** JavaScript and TypeScript. */
export const SCRIPTS: SourceCode = { filter: IS_SCRIPT, read: (file) => readFile(file, 'utf8') };

/** Returns esbuild's loader for a script. Create React App and others allow JSX in `.js` files, and MDX is compiled to it. */
export function loaderOf(file: string): Loader {
  const extension = path.extname(file);
  return extension === '.js' || extension === '.mdx' ? 'jsx' : (extension.replace(/^\.[cm]?/, '') as Loader);
}

/** The namespace of CSS modules whose names are scoped: see `css-modules.ts`. */
export const CSS_MODULE = 'css-module';

/** The namespace of imports with a query: see `asset-plugins.ts`. */
export const QUERY = 'query';

/** The namespace of calls of `import.meta.glob`: see `glob-imports.ts`. */
export const GLOB = 'glob';

/** A call of `import.meta.glob` in the name of its module: `glob:templates/pages/index.tsx?{"patterns":[…],…}`. */
export interface GlobSettings {
  /** From the root. */
  readonly patterns: readonly string[];
  /** True if the files are named by their paths from the folder of the call, and not from the root. */
  readonly isRelative: boolean;
  readonly isEager: boolean;
  /** The name of an export, or `*`. */
  readonly exported: string;
  /** `''`, `?raw` */
  readonly query: string;
  /** True if hidden files and packages also match. */
  readonly exhaustive: boolean;
  /** The place of the call, as esbuild counts: lines from 1, columns from 0. */
  readonly place: { readonly line: number; readonly column: number; readonly lineText: string };
}

/**
 * `css-module:/project/menu.module.css/menu_1f2e3d4c` -> `/project/menu.module.css`, `query:templates/post.md?raw` ->
 * `templates/post.md`, `templates/post.md with { type: 'text' }` -> the same. Other names are unchanged.
 */
export function fileOfInput(input: string): string {
  const name = input.replace(/ with \{ .* \}$/, '');
  if (name.startsWith(`${GLOB}:`)) return name.slice(GLOB.length + 1, name.indexOf('?'));
  if (name.startsWith(`${QUERY}:`)) return name.slice(QUERY.length + 1, name.lastIndexOf('?'));
  return name.startsWith(`${CSS_MODULE}:`) ? path.dirname(name.slice(CSS_MODULE.length + 1)) : name;
}

/** Source files with all their imports, direct and indirect, as resolved by esbuild. */
export function modulesOf({ inputs }: Metafile, sources: readonly string[]): Dependencies {
  const visited = new Set<string>();
  const files: string[] = [];
  const packages = new Set<string>();
  const queue = [...sources];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (visited.has(file)) continue;
    visited.add(file);
    const source = fileOfInput(file);
    const name = packageOfFile(source);
    if (name !== undefined) packages.add(name);
    else if (!source.includes(':')) files.push(source); // names with a colon are virtual modules of plugins
    queue.push(...importsOf(inputs, file));
    for (const { path: found, external } of inputs[file]?.imports ?? []) {
      const named = packageAtUrl(found)?.name ?? (isPackageSpecifier(found) ? packageName(found) : undefined);
      if (external && named !== undefined) packages.add(named);
    }
  }
  return { files: [...new Set(files)].toSorted(), packages: [...packages].toSorted() };
}

/** The imports of a file. `../posts/**`, the metafile's form of `import(`../posts/${name}.json`)`, is everything below. */
function importsOf(inputs: Metafile['inputs'], file: string): string[] {
  return (inputs[file]?.imports ?? []).flatMap(({ path: found, external }) => {
    if (!external) return [found];
    const start = /^\.[^*]*(?=\*)/.exec(found)?.[0];
    if (start === undefined) return [];
    const below = path.posix.join(path.posix.dirname(file), start);
    return Object.keys(inputs).filter((name) => name.startsWith(below));
  });
}

/**
 * The stylesheets that source files import, directly or through other files: each once, in the order of the imports. CSS
 * modules that only unused code imports are left out.
 */
export function stylesOf({ inputs, outputs }: Metafile, sources: readonly string[]): string[] {
  const used = new Set(Object.values(outputs).flatMap((output) => Object.keys(output.inputs)));
  const wanted = new Set([...used, ...[...used].flatMap((file) => importsOf(inputs, file))]);
  const visited = new Set<string>();
  const visit = (file: string): string[] => {
    if (visited.has(file)) return [];
    visited.add(file);
    const before = importsOf(inputs, file).flatMap(visit);
    const isStyle = IS_STYLESHEET.test(file) && Object.hasOwn(inputs, file);
    return isStyle && (wanted.has(file) || !IS_CSS_MODULE.test(file)) ? [...before, file] : before;
  };
  return sources.flatMap(visit);
}

/** The code in a bundle, with its data, except for files that are not used. */
export function codeOf({ outputs }: Metafile): string[] {
  const files = new Set(Object.values(outputs).flatMap((output) => Object.keys(output.inputs)));
  return [...files].filter((file) => /^[^:]*\.([cm]?[jt]sx?|json|mdx)$/i.test(file)).toSorted();
}

/** @returns the packages that site code imports, sorted: as it names them, or by the file or URL that they were found as */
export function importedPackages({ inputs }: Metafile): string[] {
  const own = Object.keys(inputs).filter((file) => !file.includes(':') && packageOfFile(file) === undefined);
  const names = own.flatMap((file) => inputs[file]?.imports.map(({ path: found, original = found }) => original) ?? []);
  return [...new Set(names.filter((name) => !/^\.{0,2}\//.test(name)))].toSorted();
}

/** Neither a path nor a URL, nor one of esbuild's own names (`<runtime>`), nor one of the importing package (`#words`). */
function isPackageSpecifier(specifier: string): boolean {
  return /^[@\w-]/.test(specifier) && !/^[a-z][a-z-]*:/i.test(specifier) && !isBuiltin(specifier);
}

/** `react-dom/server` -> `react-dom` */
export function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** `../node_modules/lodash/map.js` -> `lodash` */
export function packageOfFile(file: string): string | undefined {
  const start = `/${file}`.lastIndexOf(`/${PACKAGES}/`);
  return start === -1 ? undefined : packageName(file.slice(start + PACKAGES.length + 1));
}

/** @returns the files of packages that are in modules whose text has a property, absolute */
export function packageFilesIn(
  root: string,
  { outputs }: Metafile,
  files: readonly OutputFile[],
  isWanted: (text: string) => boolean,
): string[] {
  const wanted = files.filter((file) => !file.path.endsWith('.map') && isWanted(file.text));
  const names = wanted.flatMap((file) => Object.keys(outputs[toPosix(path.relative(root, file.path))]?.inputs ?? {}));
  const ofPackages = names.filter((name) => !name.includes(':') && packageOfFile(name) !== undefined); // no virtual modules
  return [...new Set(ofPackages)].map((name) => path.join(root, name));
}

const OWN = new URL('.', import.meta.url).href;

/** Finds the package of a file that `loadedByNode` names by its URL. Ignores sitegen's own files. */
function packageAtUrl(url: string): { readonly folder: string; readonly name: string } | undefined {
  if (!url.startsWith('file:') || url.startsWith(OWN)) return undefined;
  const [, folder, inside] = /^(.*)\/node_modules\/(.+)$/.exec(toPosix(fileURLToPath(url))) ?? [];
  return folder === undefined || inside === undefined ? undefined : { folder, name: packageName(inside) };
}

/** All inputs that a file imports, directly or indirectly, including the file itself. */
export function reachableFrom({ inputs }: Metafile, source: string): string[] {
  const visited = new Set<string>();
  const queue = [source];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (visited.has(file)) continue;
    visited.add(file);
    queue.push(...importsOf(inputs, file));
  }
  return [...visited];
}

/** Every file that was compiled, and folders outside the root that were searched, absolute. @param root absolute */
export function filesOf(root: string, { inputs }: Metafile): string[] {
  const names = Object.keys(inputs).flatMap((name) => [fileOfInput(name), ...foldersOutside(name)]);
  return names.filter((name) => !/^[^:]{2,}:/.test(name)).map((name) => path.resolve(root, name)); // no virtual modules
}

function foldersOutside(name: string): string[] {
  if (!name.startsWith(`${GLOB}:`)) return [];
  const { patterns } = JSON.parse(name.slice(name.indexOf('?') + 1)) as GlobSettings;
  return patterns.filter((one) => one.startsWith('../')).map((one) => one.replace(/[^/]*[*?{[(].*$/, ''));
}
