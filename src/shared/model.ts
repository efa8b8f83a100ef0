/** Types that several steps of a build share. */
import type { Prefixes } from './address.ts';
import type { Checks, Diagnostic, Place } from './diagnostics.ts';
import type { PlaceholderCall } from '../api/placeholder.ts';
import type { IconLink } from '../api/contract.ts';
import type { Encoding, HostName, SiteRedirect } from '../api/host.ts';
import type { ContentPlugin, Manifest, UserConfig } from '../api/user-config.ts';

/** `development`: while `serve` watches. */
export type Mode = 'production' | 'development';

/** The config, validated and completed. Paths are absolute. */
export interface Config {
  readonly root: string;
  readonly out: string;
  /** `https://www.example.com`, without a trailing slash. */
  readonly site: string | undefined;
  /** Starts and ends with a slash: `/`, `/docs/`. */
  readonly base: string;
  /** Prefix of hashed assets: the base, or a URL with a trailing slash. */
  readonly assetPrefix: string;
  /** What JSX adds to addresses. */
  readonly prefixes: Prefixes;
  readonly manifest: Manifest | undefined;
  /** True if search engines should leave out every page. */
  readonly noindex: boolean;
  readonly runtime: 'react' | 'preact';
  readonly mode: Mode;
  /** True if each island is a separate script; `undefined` decides by size. */
  readonly split: boolean | undefined;
  /** Packages that are not bundled, besides React and those with native modules. */
  readonly external: readonly string[];
  readonly limits: Limits;
  readonly budgets: Budgets;
  /** Number of builds for which old hashed assets are kept. */
  readonly keepAssets: number;
  /** Encodings of the compressed copies next to files. */
  readonly compress: readonly Encoding[];
  /** Hosts for which configuration files are written. */
  readonly hosts: readonly HostName[];
  /** Headers in addition to the default ones; `false` removes a default. */
  readonly headers: Readonly<Record<string, string | false>>;
  readonly redirects: readonly SiteRedirect[];
  /** Addresses that no longer exist, decoded: `/old/`. */
  readonly gone: readonly string[];
  readonly checks: Checks;
  /** Addresses on the site's host that other servers answer, decoded: `/api/`. */
  readonly elsewhere: readonly string[];
  /** Folders outside the project that `serve` watches. */
  readonly watch: readonly string[];
  /** True if page addresses end with a slash. */
  readonly trailingSlash: boolean;
  readonly markdown: MarkdownOptions;
  readonly mdx: MdxOptions;
  /** The compiled config, which workers import if it has functions. `undefined` once its folder is removed. */
  readonly module: CompiledFile | undefined;
  /** True if the text of each page is published as Markdown. */
  readonly text: boolean;
}

/** A compiled source file. */
export interface CompiledFile {
  /** From the root. */
  readonly source: string;
  /** Absolute. */
  readonly module: string;
}

interface MarkdownOptions {
  /** True if HTML in Markdown is rendered as such. */
  readonly html: boolean;
  readonly slugs: NonNullable<NonNullable<UserConfig['markdown']>['slugs']>;
  readonly plugins: readonly ContentPlugin[];
}

interface MdxOptions {
  readonly remarkPlugins: readonly ContentPlugin[];
  readonly rehypePlugins: readonly ContentPlugin[];
}

/** Limits for a page: bytes before compression, and requests that it causes. */
export interface Budgets {
  readonly html?: number | undefined;
  readonly css?: number | undefined;
  readonly js?: number | undefined;
}

/** Limits for rendering a page. */
export interface Limits {
  readonly seconds: number;
  /** In MB, per worker. */
  readonly memory: number;
}

/** A file under `templates/pages`. */
export interface PageFile {
  /** From the root: `templates/pages/insights/[slug].tsx`. */
  readonly source: string;
  /** The path of its page, or the pattern of the paths of its pages: `/insights/[slug]/`. */
  readonly pattern: string;
  /** True if its name has brackets: it stands for many pages. */
  readonly isParametric: boolean;
  /** The layouts around its pages, the outermost first: `templates/pages/insights/layout.tsx`. */
  readonly layouts: readonly string[];
}

/** A file under `templates/files`, which generates a file of the site. */
export interface FileSource {
  /** From the root: `templates/files/feed.xml.ts`. */
  readonly source: string;
  /** From `out`: `feed.xml`. */
  readonly output: string;
}

/** A page and where it comes from. */
export interface Route {
  /** Without the base: `/guide/setup/`, `/404.html`. */
  readonly path: string;
  /** Its page file, from the root: `templates/pages/guide/setup.tsx`. */
  readonly source: string;
  /** Its file, from `out`: `guide/setup/index.html`. */
  readonly output: string;
}

/** The files of a project. Paths are from the root, sorted. */
export interface Project {
  readonly pages: readonly PageFile[];
  /** `templates/shell.tsx`, if there is one. */
  readonly shell: string | undefined;
  /** `templates/card.tsx`, if there is one. */
  readonly card: string | undefined;
  /** `templates/markdown.tsx`, if there is one. */
  readonly markdown: string | undefined;
  /** `templates/fonts/*.{ttf,otf}`: fonts for share cards. */
  readonly cardFonts: readonly string[];
  /** `templates/icon.svg`, if there is one. */
  readonly icon: string | undefined;
  /** `templates/site.css`, if there is one. */
  readonly styles: string | undefined;
  /** `templates/islands/**` */
  readonly islands: readonly IslandFile[];
  /** `templates/files/**` */
  readonly files: readonly FileSource[];
  /** Files to copy, from `public`: `robots.txt`. */
  readonly publicFiles: readonly string[];
  /** The site's own files, from `out`: those of `files` and `publicFiles`. Generated files with these names are left out. */
  readonly ownFiles: readonly string[];
}

/** A file of the site that is not a page. */
export interface Asset {
  /** From `out`: `assets/site-AB12CD34.css`. */
  readonly output: string;
  readonly contents: Uint8Array | SourceFile;
}

/** A file that was generated in memory. */
export interface GeneratedAsset extends Asset {
  readonly contents: Uint8Array;
}

/** A file of the project that is copied when it is published: it may be large, as videos are. */
export interface SourceFile {
  /** Absolute. */
  readonly file: string;
  /** In bytes. */
  readonly length: number;
  /** Changes when the file does: see `stateOf`. */
  readonly state: string;
}

/** The dependencies of a source file, including the file itself. */
export interface Dependencies {
  /** From the root, sorted. */
  readonly files: readonly string[];
  /** Packages imported by their names: `react`. Sorted. */
  readonly packages: readonly string[];
}

/** Compiled pages, shell, card and islands. */
export interface ServerBundle {
  /** Absolute paths of modules, by source file (`templates/shell.tsx`). A Markdown page stands for itself. */
  readonly modules: ReadonlyMap<string, string>;
  /** MDX files of collections. */
  readonly mdx: readonly string[];
  /** Entry points that reach every `collection` call. */
  readonly withCollections: readonly string[];
  /** By source file. */
  readonly graph: ReadonlyMap<string, Dependencies>;
  /** Every file that was compiled, absolute. */
  readonly inputs: readonly string[];
  readonly assets: readonly Asset[];
  readonly diagnostics: readonly Diagnostic[];
}

/** An island that a file under `templates/islands` exports. */
export interface IslandFile {
  /** `counter`; for a file in a folder `forms/contact`. */
  readonly name: string;
  /** From the root: `templates/islands/counter.tsx`. */
  readonly source: string;
  /** The name of its export: `default`, `Menu`. */
  readonly exported: string;
}

/** The browser bundle of the islands. */
export interface IslandsBundle extends BrowserBundle {
  /** The islands in it. */
  readonly islands: readonly IslandFile[];
  /** Scripts to preload for an island, by its name: addresses without the base. */
  readonly preloads: Readonly<Record<string, readonly string[]>>;
  /** Every file that was compiled, absolute. */
  readonly inputs: readonly string[];
}

/** A stylesheet or script, and the files it refers to. */
export interface BrowserBundle {
  /** Its address, without the base: `/assets/islands-AB12CD34.js`. Absent when there is nothing to bundle. */
  readonly href?: string;
  readonly assets: readonly Asset[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A link, image or other reference in a page or a stylesheet, as written there. */
export interface Reference {
  readonly url: string;
  /** `a[href]`, `img[src]`, `@import` */
  readonly from: string;
}

/** A rule for all children of elements with a class, or for all but the first or the last. */
export interface ChildRule {
  readonly className: string;
  readonly except?: 'first' | 'last';
}

/** The site's stylesheet. */
export interface StylesBundle extends BrowserBundle {
  readonly childRules: readonly ChildRule[];
  /** The addresses in it. */
  readonly references: readonly Reference[];
  /** The stylesheets, modules and referenced files that it was compiled from, absolute. */
  readonly inputs: readonly string[];
}

/** A site's icons, and the links to them. */
export interface Icons {
  readonly assets: readonly GeneratedAsset[];
  readonly links: readonly IconLink[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A project compiled so that its pages can be rendered. */
export interface Compiled {
  readonly config: Config;
  /** Every file that was compiled, and the config, absolute. Without islands, which are compiled on demand. */
  readonly inputs: readonly string[];
  readonly server: ServerBundle;
  readonly islands: IslandsBundle;
  readonly styles: StylesBundle;
  readonly icons: Icons;
  /** The calls of `placeholder` in the config. */
  readonly placeholders: readonly PlaceholderCall[];
}

/** A value the site's owner has yet to supply. */
export interface OpenPlaceholder {
  /** The missing value: `the company number`. */
  readonly what: string;
  readonly place: Place | undefined;
}

/** A problem of one page. `check/merge-problems.ts` merges those that many pages share. */
export interface PageProblem {
  readonly route: Route;
  readonly diagnostic: Diagnostic;
}

/** The folders that files are written to and compared with. Absolute. */
export interface Target {
  readonly staging: string;
  /** The published site: files with the same bytes are not written again. `undefined` writes everything. */
  readonly out: string | undefined;
}
