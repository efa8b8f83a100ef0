import type { Checks } from '../shared/diagnostics.ts';
import type { Encoding, HostName } from './host.ts';

/** https://www.w3.org/TR/appmanifest/ */
export interface Manifest {
  readonly name: string;
  /** Shown where space is limited, such as below an icon. */
  readonly shortName?: string;
  /** The color of the browser's toolbar: `#0f1e28`. */
  readonly themeColor?: string;
  /** The background of the icon if it must not be transparent. Default: `#ffffff`. */
  readonly backgroundColor?: string;
}

/** Any function, so that the types of markdown-it and unified are not needed. */
type PluginFunction = (...given: never[]) => unknown;

/** A plug-in of markdown-it, remark or rehype, or a list of one and its options. */
export type ContentPlugin = PluginFunction | readonly [plugin: PluginFunction, ...options: unknown[]];

/** The options of `sitegen.config.ts`. All are optional. */
export interface UserConfig {
  /** The site's origin, for absolute URLs: `https://www.example.com`. */
  readonly site?: string;
  /** The path the site is served under: `/`, or `/docs/` for `https://example.com/docs/`. Default: `/`. */
  readonly base?: string;
  /**
   * Another URL that serves the files with hashed names (`assets/`): `https://cdn.example.com/`. It must allow other origins
   * to read them (`Access-Control-Allow-Origin`), and a content security policy must allow it.
   */
  readonly assetPrefix?: string;
  /** The output folder, relative to the project's root. Default: `out`. */
  readonly out?: string;
  /** How devices show the site when it is added to the home screen. Written to `site.webmanifest`. */
  readonly manifest?: Manifest;
  readonly islands?: {
    /** The library that islands run on in the browser. Preact is much smaller. Default: `react`. */
    readonly runtime?: 'react' | 'preact';
    /**
     * Bundles each island as a separate script, so that a page loads only the islands it contains. Default: `true` if all of
     * them together are larger than 20 kB with Brotli, not counting the library.
     */
    readonly split?: boolean;
  };
  /** The hosts of the site: a build writes their settings for headers and redirects. */
  readonly hosts?: readonly HostName[];
  /** Writes compressed copies (`index.html.br`), for hosts that send them. */
  readonly compress?: readonly Encoding[];
  /** Headers that hosts send with each file, in addition to the defaults; `false` removes a default. */
  readonly headers?: Readonly<Record<string, string | false>>;
  /** Redirects from old addresses to new ones: `{ '/old/': '/new/', '/shop/': 'https://shop.example.com/' }`. */
  readonly redirects?: Readonly<Record<string, string>>;
  /** Addresses that no longer exist: `['/old/']`. Hosts that can answer them with 410, others with 404. */
  readonly gone?: readonly string[];
  /** Ends page addresses with a slash: `/contact/` instead of `/contact`. Default: true. */
  readonly trailingSlash?: boolean;
  /**
   * Addresses on the site's host that other servers answer: `['/api/', '/app/']`. Links to them are not broken, and get no
   * base.
   */
  readonly elsewhere?: readonly string[];
  readonly markdown?: {
    /** Renders HTML in Markdown files as HTML, not as text. Default: false. */
    readonly html?: boolean;
    /** How the text of a heading becomes its id: as on GitHub and in Docusaurus, or by a function. Also in MDX. Default: `github`. */
    readonly slugs?: 'github' | ((text: string) => string);
    /** Plug-ins of markdown-it: `[deflist, [anchor, { level: 2 }]]`. Their HTML is trusted. */
    readonly plugins?: readonly ContentPlugin[];
  };
  readonly mdx?: {
    /** Plug-ins of remark, which change the Markdown: `[remarkMath]`. */
    readonly remarkPlugins?: readonly ContentPlugin[];
    /** Plug-ins of rehype, which change its elements: `[[rehypeKatex, { output: 'mathml' }]]`. */
    readonly rehypePlugins?: readonly ContentPlugin[];
  };
  /**
   * Also publishes the text of each page as Markdown (`about/index.md` for `/about/`), and a list of these texts, `llms.txt`.
   * Needs optional packages. Default: false.
   */
  readonly text?: boolean;
  /** Folders outside the project that pages read from. `sitegen serve` also watches them. From the root: `['../content']`. */
  readonly watch?: readonly string[];
  /** The severity of problems, by their codes: `{ 'h1-count': 'off', 'link-redirect': 'error' }`. */
  readonly checks?: Checks;
  /** Maximum sizes of a page; exceeding one is an error. In bytes before compression. */
  readonly budgets?: {
    readonly html?: number;
    readonly css?: number;
    /** The islands of the page, including their library. */
    readonly js?: number;
  };
  /**
   * How many builds old assets with hashed names are kept for, so that pages loaded earlier still find their scripts, styles
   * and images. Default: 2.
   */
  readonly keepAssets?: number;
  /**
   * Packages that Node loads when pages are rendered. All other packages are bundled with the pages, except for React and
   * packages with native modules or their own files.
   */
  readonly external?: readonly string[];
  /** Limits for rendering a page. */
  readonly limits?: {
    /** The time for loading its data, and for rendering it. Default: 60. */
    readonly seconds?: number;
    /** The memory of a worker thread, in MB. Default: 1024. */
    readonly memory?: number;
  };
}

/**
 * Provides types for a config file: `export default defineConfig({ site: 'https://www.example.com' })`.
 *
 * @returns its argument
 */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}
