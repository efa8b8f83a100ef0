import type { Encoding, HostName } from './host.ts';

/** https://www.w3.org/TR/appmanifest/ */
export interface Manifest {
  readonly name: string;
  /** Where there is little room, as below an icon. */
  readonly shortName?: string;
  /** Of the bars around the site: `#0f1e28`. */
  readonly themeColor?: string;
  /** Behind the icon where it must not be transparent. Default: `#ffffff`. */
  readonly backgroundColor?: string;
}

/** What `sitegen.config.ts` may hold. Everything has a default. */
export interface UserConfig {
  /** The site's origin, for absolute addresses: `https://www.example.com`. */
  readonly site?: string;
  /** The path the site lives under: `/`, or `/docs/` for `https://example.com/docs/`. */
  readonly base?: string;
  /**
   * Another address that has the files with hashed names, `assets/`, too: `https://cdn.example.com/`. It has to allow other
   * origins to read them (`Access-Control-Allow-Origin`), and a content security policy has to allow it.
   */
  readonly assetPrefix?: string;
  /** The folder the site is written to, from the project's root. */
  readonly out?: string;
  /** What a device shows of the site that its visitor has put on the home screen. Becomes `site.webmanifest`. */
  readonly manifest?: Manifest;
  readonly islands?: {
    /** What islands run on in the browser. Preact is about a ninth of React's size. */
    readonly runtime?: 'react' | 'preact';
    /**
     * Whether each island is a script of its own, so that a page loads only those it holds. Default: when all of them
     * together are larger than 20 kB with Brotli, not counting what they run on.
     */
    readonly split?: boolean;
  };
  /** Where the site will be: a build writes the files that tell these hosts of headers and redirects. */
  readonly hosts?: readonly HostName[];
  /** Writes `index.html.br` and the like beside files, for hosts that send them. `zstd` needs Node 22.15. */
  readonly compress?: readonly Encoding[];
  /** What hosts send along with each file, besides what they send by default; `false` takes one of those away. */
  readonly headers?: Readonly<Record<string, string | false>>;
  /** Addresses that have moved, and where to: `{ '/old/': '/new/', '/shop/': 'https://shop.example.com/' }`. */
  readonly redirects?: Readonly<Record<string, string>>;
  /** How large a page may be; one that is larger is an error. Bytes are those before compression. */
  readonly budgets?: {
    readonly html?: number;
    readonly css?: number;
    /** Of the islands that the page holds, with what they run on. */
    readonly js?: number;
    /** Stylesheet, scripts and pictures. */
    readonly requests?: number;
  };
  /**
   * Scripts, styles and pictures with hashed names stay for so many builds after they have gone from the site, so that
   * pages which were loaded before still find them. Default: 2.
   */
  readonly keepAssets?: number;
  /** What a page may take before it is given up. */
  readonly limits?: {
    /** To wait for its data, or to be rendered. Default: 60. */
    readonly seconds?: number;
    /** In MB, for a thread that makes pages. Default: 1024. */
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
