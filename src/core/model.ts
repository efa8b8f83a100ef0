/** What flows from one step of a build to the next. Types only. */
import type { Diagnostic, Place } from './diagnostics.ts';
import type { Encoding, HostName, SiteRedirect } from '../api/host.ts';
import type { Manifest } from '../api/user-config.ts';

/** What the user wrote, completed and checked. Paths are absolute. */
export interface Config {
  readonly root: string;
  readonly out: string;
  /** `https://www.example.com`, without a slash at the end. */
  readonly site: string | undefined;
  /** Starts and ends with a slash: `/`, `/docs/`. */
  readonly base: string;
  /** In front of files with hashed names: the base, or an address that ends with a slash. */
  readonly assetPrefix: string;
  readonly manifest: Manifest | undefined;
  readonly runtime: 'react' | 'preact';
  /** Whether each island is a script of its own; `undefined` leaves it to their size. */
  readonly split: boolean | undefined;
  readonly limits: Limits;
  readonly budgets: Budgets;
  /** For so many builds, files with hashed names stay once they are not part of the site any more. */
  readonly keepAssets: number;
  /** How files are compressed that lie beside others. */
  readonly compress: readonly Encoding[];
  /** For which files are written that tell them of the site. */
  readonly hosts: readonly HostName[];
  /** What these send along, besides what is theirs by default; `false` takes one of those away. */
  readonly headers: Readonly<Record<string, string | false>>;
  /** Addresses that have moved. */
  readonly redirects: readonly SiteRedirect[];
}

/** How large a page may be: in bytes before compression, and in files that it makes a browser fetch. */
export interface Budgets {
  readonly html?: number | undefined;
  readonly css?: number | undefined;
  readonly js?: number | undefined;
  readonly requests?: number | undefined;
}

/** What a page may take. */
export interface Limits {
  readonly seconds: number;
  /** In MB, for a thread that makes pages. */
  readonly memory: number;
}

/** A file under `templates/pages`. */
export interface PageFile {
  /** From the root: `templates/pages/insights/[slug].tsx`. */
  readonly source: string;
  /** The address of its page, or the pattern of the addresses of its pages: `/insights/[slug]/`. */
  readonly pattern: string;
  /** Whether its name has brackets, so that it makes many pages. */
  readonly isParametric: boolean;
}

/** A page to be made. */
export interface Route {
  /** Its address, without the base: `/guide/setup/`, `/404.html`. */
  readonly path: string;
  /** Its page file, from the root: `templates/pages/guide/setup.tsx`. */
  readonly source: string;
  /** Its file, from `out`: `guide/setup/index.html`. */
  readonly output: string;
}

/** What lies in the project's folders. Paths are from the root, sorted. */
export interface Project {
  readonly pages: readonly PageFile[];
  /** `templates/shell.tsx`, if there is one. */
  readonly shell: string | undefined;
  /** `templates/card.tsx`, if there is one. */
  readonly card: string | undefined;
  /** `templates/fonts/*.{ttf,otf}`: those that cards are written in. */
  readonly cardFonts: readonly string[];
  /** `templates/icon.svg`, if there is one. */
  readonly icon: string | undefined;
  /** `templates/site.css`, if there is one. */
  readonly styles: string | undefined;
  /** `templates/islands/*.tsx` */
  readonly islands: readonly IslandFile[];
  /** Files to be copied as they are, from `public`: `robots.txt`. */
  readonly publicFiles: readonly string[];
}

/** A file made by the bundler. */
export interface Asset {
  /** From `out`: `assets/site-AB12CD34.css`. */
  readonly output: string;
  readonly contents: Uint8Array;
}

/** What a source file is made of, itself included. */
export interface Dependencies {
  /** From the root, sorted. */
  readonly files: readonly string[];
  /** Packages imported by their names: `react`. Sorted. */
  readonly packages: readonly string[];
}

/** What the bundler made of the pages. */
export interface ServerBundle {
  /** From a source file (`templates/shell.tsx`) to the absolute path of its module. */
  readonly modules: ReadonlyMap<string, string>;
  /** From a source file to all that it is made of. */
  readonly graph: ReadonlyMap<string, Dependencies>;
  /** Whether a module imports something that is known only when it runs. */
  readonly importsUnknown: boolean;
  readonly assets: readonly Asset[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A file under `templates/islands`. */
export interface IslandFile {
  /** Its own name, which is its island's, too: `counter`. */
  readonly name: string;
  /** From the root: `templates/islands/counter.tsx`. */
  readonly source: string;
}

/** The islands' script, with all that it needs. */
export interface IslandsBundle extends BrowserBundle {
  /** What else a page with an island needs, by the island's name: addresses without the base. */
  readonly preloads: Readonly<Record<string, readonly string[]>>;
  /** The files of the project that are in it, from the root. */
  readonly files: readonly string[];
}

/** A stylesheet or script, with the files it needs. */
export interface BrowserBundle {
  /** Its address, without the base: `/assets/islands-AB12CD34.js`. Absent where there is nothing to bundle. */
  readonly href?: string;
  readonly assets: readonly Asset[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A value the site's owner has yet to supply. */
export interface OpenPlaceholder {
  /** What is missing: `the company number`. */
  readonly what: string;
  readonly place: Place | undefined;
}

/** Something wrong with one page. `merge-problems.ts` makes one diagnostic of those that many pages share. */
export interface PageProblem {
  readonly route: Route;
  readonly diagnostic: Diagnostic;
}
