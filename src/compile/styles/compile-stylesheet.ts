import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import type { ImportedByPages } from '../bundle-pages.ts';
import type { Config, Project, StylesBundle, Asset, ChildRule } from '../../shared/model.ts';
import { scopedNames } from '../plugins/css-modules.ts';
import { createSass } from '../plugins/sass.ts';
import { refuseAsset } from '../esbuild-message.ts';
import { forBrowser, runEsbuild, toAsset } from '../esbuild.ts';
import { createOwnResolver } from '../own-resolver.ts';
import { contentStyles } from '../../content/code/content-styles.ts';
import { shikiVersion } from '../../content/code/highlight.ts';
import { areUnchanged, mayHaveChanged, packagesOf, statesOf, type FileStates } from '../file-states.ts';
import { withoutModule } from '../components.ts';
import { IS_SASS, filesOf, packageOfFile } from '../module-graph.ts';
import { error, type Diagnostic } from '../../shared/diagnostics.ts';
import { addPrefix, decodePath, isElsewhere } from '../../shared/address.ts';
import { toPosix } from '../../shared/paths.ts';
import { readAsset } from '../read-asset.ts';
import { addressesIn, toUrls } from './css-addresses.ts';
import { ISLAND_STYLES, compileOwnStyles, type CompiledStyles } from './tailwind.ts';
import { placeInStyles, refuseStylesheets, findDirectives } from './stylesheet-problems.ts';
import { unescapeCss } from '../../shared/read-css.ts';

/** Input of a stylesheet's compilation. */
interface StylesheetInput {
  /** Absolute. */
  readonly root: string;
  /** The folder for compiled plugins, absolute. */
  readonly workFolder: string;
  readonly project: Project;
  readonly reading: Promise<Config>;
  readonly importing: Promise<ImportedByPages>;
}

/** Compiles `templates/site.css` and the stylesheets that modules import to one. */
export async function compileStylesheet(input: StylesheetInput): Promise<StylesBundle> {
  const { root, project, reading, importing } = input;
  const { styles, ownFiles } = project;
  const compiling = styles === undefined ? withoutOwnStyles(root) : compileOwnStyles(input, styles, importing);
  const [own, imported, config] = await Promise.all([compiling, importing, reading]);
  const { css, files, inputs, diagnostics } = own;
  const isEmpty = styles === undefined && imported.styles.length === 0 && !imported.hasContent;
  if (css === undefined || isEmpty) return { assets: [], references: [], childRules: [], diagnostics, inputs };
  const written = imported.hasContent ? `${css}\n${contentStyles(shikiVersion() !== undefined)}` : css;
  const bundled = await bundleAgain({ config, own: { css: written, files }, imported: imported.styles, ownFiles });
  return {
    ...bundled,
    diagnostics: [...diagnostics, ...bundled.diagnostics],
    inputs: [...inputs, ...bundled.inputs],
  };
}

function withoutOwnStyles(root: string): CompiledStyles {
  const files = [path.join(root, 'templates/site.css')] as const;
  return { css: ISLAND_STYLES, diagnostics: [], files, inputs: [] };
}

/** The site's own stylesheet, compiled by Tailwind. */
interface OwnStyles {
  readonly css: string;
  /** The stylesheet and its imports, absolute. */
  readonly files: readonly [string, ...string[]];
}

interface BundleStyles {
  readonly config: Config;
  readonly own: OwnStyles;
  /** The stylesheets that modules import, in order, absolute. */
  readonly imported: readonly string[];
  /** Files in `public`, from there. */
  readonly ownFiles: readonly string[];
}

/** The last bundle. Owned by the process: in `serve`, most saves do not change the stylesheet. */
let latest: { readonly key: string; readonly files: FileStates; readonly bundle: StylesBundle } | undefined;

/** Bundles stylesheets unless the last bundle was made from the same. What Sass looks for is not known, so that runs again. */
async function bundleAgain(input: BundleStyles): Promise<StylesBundle> {
  const key = JSON.stringify({ ...input, config: withoutModule(input.config) });
  if (latest?.key === key && areUnchanged(latest.files)) return latest.bundle;
  latest = undefined;
  const begun = Date.now();
  const bundle = await bundleStyles(input);
  const { inputs, diagnostics } = bundle;
  const files = [...input.own.files, ...inputs, ...packagesOf(inputs)];
  const isKnown = diagnostics.length === 0 && !inputs.some((file) => IS_SASS.test(file));
  if (isKnown && !mayHaveChanged(files, begun)) latest = { key, files: statesOf(files), bundle };
  return bundle;
}

/** esbuild's name for Tailwind's output. Has a colon, because it is not a file. */
const OWN = 'sitegen:site.css';

/** esbuild's name for the stylesheet that imports all others. */
const ENTRY = 'sitegen:stylesheets.css';

/**
 * Minifies the site's own stylesheet and those that modules import, as one, and publishes the files that they refer to by
 * relative addresses.
 */
async function bundleStyles({ config, own, imported, ownFiles }: BundleStyles): Promise<StylesBundle> {
  const { root } = config;
  const referenced = referencedFiles(config.root, config.assetPrefix);
  const sass = createSass(root);
  const entries = [OWN, ...imported.map(toPosix)];
  const { files, metafile, diagnostics } = await runEsbuild(root, {
    ...forBrowser(config.out, 'site'),
    minify: false, // that would replace the names of `scopedNames`
    minifySyntax: true,
    minifyWhitespace: true,
    conditions: ['style'],
    stdin: {
      contents: entries.map((entry) => `@import ${JSON.stringify(entry)};`).join('\n'),
      resolveDir: root,
      sourcefile: ENTRY,
      loader: 'css',
    },
    plugins: [
      ownStyles(own),
      publicAddresses(config, ownFiles),
      referenced.plugin,
      sass.plugin,
      scopedNames(root, sass),
    ],
  });
  const [stylesheet] = files;
  const entry = stylesheet && toAsset(config.out, stylesheet);
  const loaded = metafile === undefined ? imported : filesOf(root, metafile);
  const compiled = loaded.flatMap((file) => sass.compiled.get(file) ?? []);
  const sources = [...new Set([...loaded, ...compiled.flatMap((one) => one.files)])];
  const existing = [...new Set([...own.files, ...sources])].filter((file) => existsSync(file));
  return {
    assets: [...(entry === undefined ? [] : [entry]), ...referenced.assets],
    references: addressesIn(stylesheet?.text ?? ''),
    childRules: findChildRules(stylesheet?.text ?? ''),
    ...(entry && { href: `/${entry.output}` }),
    inputs: [...sources, ...referenced.sources],
    diagnostics: [
      ...refuseStylesheets(root, existing),
      ...findDirectives(
        root,
        sources.filter((file) => existing.includes(file)),
      ),
      ...firstOfEach(compiled.flatMap(({ warnings }) => warnings)),
      ...diagnostics.flatMap((diagnostic) => describeStylesProblem(root, own, diagnostic)),
    ],
  };
}

/** Sass warns of each kind of deprecation in each stylesheet. */
function firstOfEach(warnings: readonly Diagnostic[]): Diagnostic[] {
  const messages = new Set<string>();
  return warnings.filter(({ message }) => !messages.has(message) && messages.add(message));
}

function ownStyles({ css, files: [file] }: OwnStyles): Plugin {
  return {
    name: 'own-styles',
    setup: (build) => {
      const [namespace, name] = OWN.split(':') as [string, string];
      build.onResolve({ filter: new RegExp(`^${OWN}$`) }, () => ({ path: name, namespace }));
      build.onLoad({ filter: /^/, namespace }, () => {
        return { contents: toUrls(css), loader: 'css', resolveDir: path.dirname(file) };
      });
      build.onLoad({ filter: /\.css$/, namespace: 'file' }, async ({ path: imported }) => {
        return { contents: toUrls(await readFile(imported, 'utf8')), loader: 'css' };
      });
    },
  };
}

function describeStylesProblem(root: string, own: OwnStyles, diagnostic: Diagnostic): Diagnostic[] {
  const { frame: _, ...rest } = diagnostic;
  const { message, place, severity } = diagnostic;
  // esbuild sees the output of Tailwind, whose lines differ from those of the source.
  if (place === undefined || place.file === OWN) return [{ ...rest, ...placeInStyles(root, own.files, message) }];
  if (severity === 'error') return [diagnostic];
  if (packageOfFile(place.file) !== undefined) return []; // hacks for old browsers
  // Browsers drop rules that they cannot parse, and often the rest of the file.
  const isSyntax = /^(?:Expected|Unexpected|Unterminated)\b/.test(message);
  return [isSyntax ? error('styles-failed', `The stylesheet does not parse: ${message}`, diagnostic) : diagnostic];
}

interface ReferencedFiles {
  readonly plugin: Plugin;
  /** The files to publish, complete once the run ends. */
  readonly assets: readonly Asset[];
  /** Their source files, absolute. */
  readonly sources: readonly string[];
}

/** Matches what is neither a URL (`data:…`, `//cdn.example.com/a.png`) nor empty (`#menu`). */
const IS_FILE = /^(?![a-z][a-z\d+.-]+:|\/\/)./i;

/** `url(./plan.svg)` in a stylesheet publishes the file under the same name as an import in a component does. */
function referencedFiles(root: string, prefix: string): ReferencedFiles {
  const assets: Asset[] = [];
  const sources: string[] = [];
  const plugin: Plugin = {
    name: 'referenced-files',
    setup: (build) => {
      const own = createOwnResolver(build);
      build.onResolve({ filter: /^[^/]/ }, async (args) => {
        const { path: address, kind, resolveDir, importer } = args;
        // `sprite.svg#menu`, `icons.eot?#iefix`
        const [, name = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
        if (kind !== 'url-token' || !IS_FILE.test(name) || own.isAsking(args)) return undefined;
        const found = await own.resolve(name, { kind, resolveDir, importer });
        if (found.errors.length > 0 || found.external) return found;
        const refused = refuseAsset(root, found.path, name);
        if (refused !== undefined) return { errors: [refused] };
        const asset = await readAsset(root, found.path);
        assets.push(asset);
        sources.push(found.path);
        return { path: prefix + asset.output + suffix, external: true };
      });
    },
  };
  return { plugin, assets, sources };
}

/** `url(/photo.jpg)` in a stylesheet refers to a file in public/. On a site under /docs/ it becomes `url(/docs/photo.jpg)`. */
function publicAddresses({ prefixes, elsewhere }: Config, publicFiles: readonly string[]): Plugin {
  return {
    name: 'public-addresses',
    setup: (build) =>
      build.onResolve({ filter: /^\/[^/]/ }, ({ path: address, kind }) => {
        if (kind !== 'url-token') return undefined;
        const prefixed = { path: addPrefix(address, prefixes), external: true };
        if (isElsewhere(elsewhere, address)) return prefixed;
        const file = decodePath(address.slice(1).replace(/[?#].*$/, ''));
        if (file === undefined)
          return { errors: [{ text: `"${address}" is not a valid address: write "%25" for "%"` }] };
        if (publicFiles.includes(file)) return prefixed;
        return { errors: [{ text: `The stylesheet uses "${address}", but public/${file} does not exist` }] };
      }),
  };
}

const RULE = /([^{};]*)\{([^{}]*)\}/g;
const CHILDREN = /\.((?:\\.|[\w-])+)\s*>\s*(?:\*|:not\(|:nth-)[^,{]*/;
/** Inherited properties reach what is inside an element without a box. */
const HAS_BOX_STYLE =
  /(?:^|[;\s])(?:margin|padding|border|background|width|height|min-|max-|flex|grid-|order|align-self)/;

/** @param css as compiled: minified or not, without nesting */
function findChildRules(css: string): ChildRule[] {
  return [...css.matchAll(RULE)].flatMap(([, selectors = '', style = '']) => {
    const [selector, name] = CHILDREN.exec(selectors) ?? [];
    if (selector === undefined || name === undefined || !HAS_BOX_STYLE.test(style)) return [];
    const isFirst = /[+~]|:not\(:first-child\)/.test(selector);
    const except = isFirst ? 'first' : /:not\(:last-child\)/.test(selector) ? 'last' : undefined;
    return { className: unescapeCss(name), ...(except && { except }) };
  });
}
