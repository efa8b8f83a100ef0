/** Every file that is not code is an asset: images, fonts, videos, 3D models, and whatever else site code refers to. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Loader, OnLoadResult, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import { findRounded } from '../../content/data/read-data.ts';
import { codeFrame, lineAndColumn } from '../../shared/code-frame.ts';
import { warning } from '../../shared/diagnostics.ts';
import type { ImportedImage } from '../../shared/image.ts';
import { mediaTypeOf } from '../../hosts/file-metadata.ts';
import { IS_ASSET, isCode } from '../../shared/asset-files.ts';
import type { Asset } from '../../shared/model.ts';
import { installCommand } from '../../shared/package-manager.ts';
import { toPosix } from '../../shared/paths.ts';
import type { SvgMistake } from '../drawings/parse-svg.ts';
import { svgComponent } from '../drawings/svg-component.ts';
import { refuseAsset, toMessage } from '../esbuild-message.ts';
import { QUERY, outsidePackages, packageOfFile } from '../module-graph.ts';
import { createOwnResolver } from '../own-resolver.ts';
import { readAsset, readImage } from '../read-asset.ts';
import { IS_IMAGE } from '../../shared/image-size.ts';

/** `with { type: 'text' }`: the contents of any file. */
const LOADERS: Readonly<Record<string, Loader | undefined>> = { text: 'text', bytes: 'binary', json: 'json' };

/** Matches what packages contain besides scripts and assets. */
const IS_OTHER_SOURCE = /\.(?:css|json|less|s[ac]ss|styl)$/i;

/** Before all plugins that compile files: `with` asks for what is in them. */
export function typedImports(root: string): Plugin {
  return {
    name: 'typed-imports',
    setup: (build) => {
      for (const filter of [outsidePackages(/$/), IS_ASSET, IS_OTHER_SOURCE]) {
        build.onLoad({ filter, namespace: 'file' }, async ({ path: file, with: { type = '' } }) => {
          const loader = LOADERS[type];
          if (loader === undefined) return undefined;
          const refused = refuseAsset(root, file);
          return refused === undefined ? { contents: await readFile(file), loader } : { errors: [refused] };
        });
      }
    },
  };
}

/** A plugin for one run of esbuild. */
export interface AssetPlugin {
  readonly plugin: Plugin;
  /** The files to publish, complete once the run ends. */
  readonly assets: readonly Asset[];
}

/** Files that bundlers compile to modules, if they are configured to. An address would not be what the code expects. */
const NEEDS_COMPILER = /\.(?:astro|coffee|gql|graphql|json5|jsonc|markdown|mdx?|svelte|toml|vue|ya?ml)$/i;

/** The queries for imports, as in Vite. */
const QUERIES = ['inline', 'raw', 'react', 'url'];

/**
 * `import scene from './scene.glb'` evaluates to the address of the file, and publishes it. An image evaluates to its address and
 * size.
 *
 * @param prefix of addresses: `/`, `/docs/`, `https://cdn.example.com/`
 */
export function importedAssets(root: string, prefix: string): AssetPlugin {
  const assets: Asset[] = [];
  const load = async (file: string, fragment = ''): Promise<OnLoadResult> => {
    const asset = await readAsset(root, file);
    assets.push(asset);
    return { contents: `export default ${JSON.stringify(prefix + asset.output + fragment)}`, loader: 'js' };
  };
  const loadImage = async (file: string): Promise<OnLoadResult> => {
    const read = await readImage(root, file);
    if (read === undefined) return notAnImage(file);
    assets.push(read.asset);
    return { contents: moduleOfImage({ ...read.image, src: prefix + read.asset.output }), loader: 'js' };
  };
  const plugin: Plugin = {
    name: 'imported-assets',
    setup: (build) => {
      build.onStart(() => void (assets.length = 0)); // of the last run
      build.onLoad({ filter: IS_ASSET, namespace: 'file' }, ({ path: file }) => {
        if (path.extname(file) === '' && packageOfFile(toPosix(file)) !== undefined) return undefined; // code, as in Node
        const refused = refuseAsset(root, file);
        if (refused !== undefined) return { errors: [refused] };
        if (IS_IMAGE.test(file)) return loadImage(file);
        return NEEDS_COMPILER.test(file) ? notCompiled(file) : load(file);
      });
      build.onLoad({ filter: /\.json$/i, namespace: 'file' }, ({ path: file }) => {
        const refused = refuseAsset(root, file);
        if (refused !== undefined) return { errors: [refused] };
        return packageOfFile(toPosix(file)) === undefined ? loadRounded(root, file) : undefined; // esbuild compiles it
      });
      resolveQueries(build);
      build.onLoad({ filter: /^/, namespace: QUERY }, async ({ path: name }) => {
        const { file, query = '' } = splitQuery(name);
        const source = path.resolve(root, file);
        const refused = refuseAsset(root, source);
        if (refused !== undefined) return { errors: [refused] };
        if (query.startsWith('#')) return load(source, query);
        return query === 'url' ? load(source) : loadQuery(root, source, query);
      });
    },
  };
  return { plugin, assets };
}

/** @returns JSON with numbers that JavaScript rounds. esbuild itself warns of keys that are written twice */
function loadRounded(root: string, file: string): OnLoadResult | undefined {
  const contents = readFileSync(file, 'utf8');
  const warnings = findRounded(contents).map(({ message, hint, line, column }) => {
    const place = { file: toPosix(path.relative(root, file)), line, column };
    return toMessage(warning('compile-warning', message, { place, hint, frame: codeFrame(contents, line, column) }));
  });
  return warnings.length === 0 ? undefined : { contents, loader: 'json', warnings };
}

/** Pure, so that an image that an island imports and does not use adds nothing to its script. See `withText` in `shared/image.ts`. */
function moduleOfImage(image: ImportedImage): string {
  return `const image = ${JSON.stringify(image)};
export default /* @__PURE__ */ Object.defineProperty(image, 'toString', { value: () => image.src });`;
}

function notAnImage(file: string): OnLoadResult {
  const { base } = path.parse(file);
  const hint = `replace the file, or import its address, "${base}?url"`;
  return {
    errors: [{ text: `"${base}" is not an image that browsers show, or it is damaged`, notes: [{ text: hint }] }],
  };
}

/** `./post.md?raw` -> `query:templates/post.md?raw`, `./sprite.svg#menu` -> `query:templates/sprite.svg?#menu` */
function resolveQueries(build: PluginBuild): void {
  const own = createOwnResolver(build);
  build.onResolve({ filter: /.[?#]/ }, async (args) => {
    const { path: specifier, kind, importer, resolveDir } = args;
    if (own.isAsking(args) || !OF_MODULES.has(kind) || IS_URL.test(specifier)) return undefined;
    const { file, query } = splitQuery(specifier);
    // Packages may expect queries to be ignored.
    if (query !== undefined && !QUERIES.includes(query))
      return packageOfFile(toPosix(importer)) === undefined ? unknownQuery(query) : undefined;
    const found = await own.resolve(file, { kind, importer, resolveDir });
    const isFragment = query === undefined && found.suffix !== '' && !isCode(found.path);
    if (query === undefined && !isFragment) return undefined;
    if (found.errors.length > 0 || found.external) return found;
    const name = toPosix(path.relative(build.initialOptions.absWorkingDir ?? '', found.path));
    return { path: `${name}?${query ?? found.suffix}`, namespace: QUERY, sideEffects: false };
  });
}

const IS_URL = /^(?:[a-z][a-z\d+.-]+:|\/\/)/i;

/** The kinds of imports in modules. Stylesheets have others. */
const OF_MODULES: ReadonlySet<string> = new Set(['import-statement', 'dynamic-import', 'require-call']);

function unknownQuery(query: string): OnResolveResult {
  const hint = `use one of ${QUERIES.map((name) => `"?${name}"`).join(', ')}, or leave it out`;
  return { errors: [{ text: `sitegen does not know the query "?${query}"`, notes: [{ text: hint }] }] };
}

interface Specifier {
  readonly file: string;
  readonly query: string | undefined;
}

function splitQuery(name: string): Specifier {
  const start = name.lastIndexOf('?');
  return start < 0 ? { file: name, query: undefined } : { file: name.slice(0, start), query: name.slice(start + 1) };
}

/** @param file absolute */
async function loadQuery(root: string, file: string, query: string): Promise<OnLoadResult> {
  if (query === 'raw') return { contents: await readFile(file), loader: 'text' };
  if (query !== 'react' && isCode(file)) {
    const hint = 'import its text by "?raw", or publish it by "?url"';
    return { errors: [{ text: `"?${query}" is for files that are not code`, notes: [{ text: hint }] }] };
  }
  if (query === 'inline') {
    const type = mediaTypeOf(file).replace(' ', '');
    const url = `data:${type};base64,${(await readFile(file)).toString('base64')}`;
    return { contents: url, loader: 'text' };
  }
  return loadDrawing(root, file);
}

async function loadDrawing(root: string, file: string): Promise<OnLoadResult> {
  const text = await readFile(file, 'utf8');
  const component = svgComponent(text);
  const toMessages = (mistakes: readonly SvgMistake[]) => {
    const messages = mistakes.map(({ message, at, hint = NOT_AN_SVG }) => {
      const { line, column } = lineAndColumn(text, at);
      const place = `${toPosix(path.relative(root, file))}:${line}:${column}`;
      return { text: `"${path.basename(file)}" ${message} (${place})`, notes: [{ text: hint }] };
    });
    return [...new Map(messages.map((message) => [message.text, message])).values()];
  };
  if ('mistakes' in component) return { errors: toMessages(component.mistakes) };
  if ('missing' in component) {
    const missing = 'A drawing with a <style> needs the package svgo, which is not installed';
    return { errors: [{ text: missing, notes: [{ text: installCommand('svgo@4') }] }] };
  }
  const { code, warnings } = component;
  return { contents: code, loader: 'js', resolveDir: path.dirname(file), warnings: toMessages(warnings) };
}

const NOT_AN_SVG = 'export it again from the program that it was drawn with, or import it without "?react"';

function notCompiled(file: string): OnLoadResult {
  const { base, ext } = path.parse(file);
  const hint = `import its text, "${base}?raw", or publish it, "${base}?url"`;
  return { errors: [{ text: `sitegen does not compile "${ext}" files to modules`, notes: [{ text: hint }] }] };
}
