import type { Meta } from './contract.ts';

/** The argument of a function in `templates/files`. */
export interface FileContext {
  /** `https://www.example.com`, without a trailing slash. Absent without `site` in the config. */
  readonly site?: string;
  /** Starts and ends with a slash: `/`, `/docs/`. */
  readonly base: string;
  /** The address of the file without the base: `/feed.xml`. */
  readonly path: string;
  /** All pages, in the order of their files. */
  readonly pages: readonly FilePage[];
}

/** A page, as passed to a function in `templates/files`. */
export interface FilePage {
  /** Its address without the base: `/insights/first/`. */
  readonly path: string;
  /** Its page file: `templates/pages/insights/[slug].tsx`. */
  readonly source: string;
  /** Its absolute URL. Absent if search engines must not list it, and without `site` in the config. */
  readonly canonical?: string;
  readonly meta: Meta;
  /** True if the page asks search engines to skip it. Always true for error pages. */
  readonly noindex: boolean;
  /** True for `404.tsx` and `500.tsx`. */
  readonly isErrorPage: boolean;
}

/**
 * The default export of a file in `templates/files`. Its return value becomes the file of that name without `.ts`:
 * `templates/files/feed.xml.ts` generates `feed.xml`. It runs after all pages are rendered.
 */
export type SiteFile = (context: FileContext) => string | Uint8Array | Promise<string | Uint8Array>;
