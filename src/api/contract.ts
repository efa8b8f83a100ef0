import type { ComponentType, ReactNode } from 'react';
import type { Hydrate } from '../shared/hydrate-strategies.ts';

export type { Hydrate };

/** Public variables of the environment. */
interface PublicVariables {
  readonly [name: `PUBLIC_${string}`]: string | undefined;
}

interface GlobOptions {
  /** The name of an export to import from each module, instead of the whole module: `default`. */
  readonly import?: string;
  /** `?raw`, `?url`, `?inline`, `?react` */
  readonly query?: string;
  /** True if hidden files, and files in `node_modules`, also match. */
  readonly exhaustive?: boolean;
}

declare global {
  /** The type of `import.meta.env`, to which a site may add its own variables. */
  interface ImportMetaEnv extends PublicVariables {
    /** The `base` of the site: `/`, `/docs/`. */
    readonly BASE_URL: string;
    /** `development` while `sitegen serve` watches, otherwise `production`. */
    readonly MODE: string;
    readonly DEV: boolean;
    readonly PROD: boolean;
    /** True while a page is rendered, false in the browser. */
    readonly SSR: boolean;
  }

  interface ImportMeta {
    readonly env: ImportMetaEnv;
    /** The modules that match, by their paths: relative, or from the root for a pattern that starts with `/`. */
    glob<Module = unknown>(
      patterns: string | string[],
      options: GlobOptions & { readonly eager: true },
    ): Record<string, Module>;
    /** Functions that import the modules that match, by their paths. */
    glob<Module = unknown>(
      patterns: string | string[],
      options?: GlobOptions & { readonly eager?: false },
    ): Record<string, () => Promise<Module>>;
  }
}

/**
 * A page's metadata: `export const meta: Meta = { title: 'Contact', description: '…' }`. A site can add fields with
 * `declare module 'sitegen' { interface Meta { readonly author?: string } }`.
 */
export interface Meta {
  /** The page's own title. Additions, such as a brand name, are up to the shell. */
  readonly title: string;
  /** One or two sentences for search results. Required, except on pages with `noindex`. */
  readonly description?: string;
  /** Asks search engines to skip the page. Always true for `404.tsx` and `500.tsx`. */
  readonly noindex?: boolean;
  /** When its content was last changed, for the sitemap: a `Date`, or an ISO date such as `2026-03-14`. */
  readonly updated?: string | Date;
  /**
   * The page in each of its languages, including its own: `{ en: '/about/', de: '/de/ueber/', 'x-default': '/about/' }`. All
   * of these pages have the same `alternates`. Visitors with any other language get `x-default`.
   */
  readonly alternates?: Readonly<Record<string, string>>;
  /** Leaves the page out of builds. `sitegen serve` shows it. */
  readonly draft?: boolean;
  /** Leaves the page out of builds before this date: a `Date`, or an ISO date such as `2026-12-01`, midnight in UTC. */
  readonly publishAt?: string | Date;
}

/** The names in the brackets of a pattern, each with a string: `Params<'/insights/[slug]'>` is `{ slug: string }`. */
export type Params<Pattern extends string> = { readonly [Name in NamesIn<Pattern>]: string };

type NamesIn<Pattern extends string> = Pattern extends `${infer First}/${infer Rest}`
  ? NameIn<First> | NamesIn<Rest>
  : NameIn<Pattern>;

type NameIn<Segment extends string> = Segment extends `[...${infer Name}]`
  ? Name
  : Segment extends `[${infer Name}]`
    ? Name
    : never;

type AnyParams = Readonly<Record<string, string>>;

/** The props of a page's component. */
export interface PageProps<Data = undefined, PageParams = AnyParams, Props = undefined> {
  /** The page's own address without the base: `/contact/`. */
  readonly path: string;
  /** The values in the address for the brackets in the name of the page file. */
  readonly params: PageParams;
  /** The `props` of the page's item in `paths`. */
  readonly props: Props;
  /** The return value of the page's `load`. */
  readonly data: Data;
}

/** One page of a file with brackets in its name. */
export interface PathItem<PageParams = AnyParams, Props = unknown> {
  readonly params: PageParams;
  /** Data for the page. Anything that can be cloned: no functions. */
  readonly props?: Props;
}

type Sequence<Item> = Iterable<Item> | AsyncIterable<Item>;

/**
 * `export const paths: Paths<{ slug: string }> = [{ params: { slug: 'first' } }]` in `insights/[slug].tsx` lists the
 * pages. A list, or a function that returns one. A generator is read while pages are rendered, so it may be long.
 */
export type Paths<PageParams = AnyParams, Props = unknown> =
  | Sequence<PathItem<PageParams, Props>>
  | (() => Sequence<PathItem<PageParams, Props>> | Promise<Sequence<PathItem<PageParams, Props>>>);

/**
 * `export const load: Load<Post[]> = async () => …` in a page file runs before the page is rendered.
 * A failed call is retried, at most three times.
 */
export type Load<Data, PageParams = AnyParams, Props = undefined> = (
  page: Omit<PageProps<Data, PageParams, Props>, 'data'>,
) => Data | Promise<Data>;

/** The exports of a file in `templates/pages`. */
export interface PageModule<Data = unknown, PageParams = AnyParams, Props = unknown> {
  readonly default: ComponentType<PageProps<Data, PageParams, Props>>;
  readonly meta: Meta | ((props: PageProps<Data, PageParams, Props>) => Meta);
  readonly load?: Load<Data, PageParams, Props>;
  /** Required for a file with brackets in its name, and not allowed for others. */
  readonly paths?: Paths<PageParams, Props>;
}

/**
 * The patterns of a site's own pages, with their params. A build writes them to `.sitegen/routes.d.ts`; with that file in
 * the `include` of the tsconfig, `href` knows them.
 */
export interface Routes {}

/** The props of a `layout.tsx` in `templates/pages`, which wraps the pages at and below its folder. */
export interface LayoutProps<PageParams = AnyParams> {
  /** The page's address without the base: `/insights/first/`. */
  readonly path: string;
  /** The values in the address for the brackets in the name of the page file. */
  readonly params: PageParams;
  readonly meta: Meta;
  /** The language of the page: the `lang` of its innermost layout with one. */
  readonly lang?: string;
  /** The page, or the next layout around it. */
  readonly children: ReactNode;
}

/**
 * `export const lang = 'de'` in a `layout.tsx` sets the language of the pages at and below its folder, by a language tag of
 * BCP 47. A folder in brackets needs a function: `export const lang: Lang<Params<'/[lang]'>> = ({ params }) => params.lang`.
 */
export type Lang<PageParams = AnyParams> =
  string | ((page: Pick<LayoutProps<PageParams>, 'path' | 'params'>) => string);

/** The exports of a `layout.tsx` in `templates/pages`. */
export interface LayoutModule {
  readonly default: ComponentType<LayoutProps>;
  readonly lang?: Lang;
}

/** The preview image of a page in social media, rendered by `templates/card.tsx`. */
export interface ShareCard {
  /** Absolute, for `<meta property="og:image">`. */
  readonly url: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** The props of `templates/card.tsx`, which returns an `<svg>` of 1200 by 630 pixels. */
export interface CardProps {
  /** The page's address without the base: `/contact/`. */
  readonly path: string;
  readonly meta: Meta;
}

/** The exports of `templates/card.tsx`. */
export interface CardModule {
  readonly default: ComponentType<CardProps>;
}

/** The attributes of a `<link>` to an icon, or to the web app manifest. */
export interface IconLink {
  readonly rel: 'icon' | 'apple-touch-icon' | 'manifest';
  readonly href: string;
  readonly type?: string;
  readonly sizes?: string;
}

/** The attributes of a `<link>` to the page in one of its languages. */
export interface AlternateLink {
  readonly rel: 'alternate';
  readonly hrefLang: string;
  /** Absolute. */
  readonly href: string;
}

/** The props of `templates/shell.tsx`: everything the document around a page needs. */
export interface ShellProps {
  /** The page's address without the base: `/contact/`. */
  readonly path: string;
  readonly meta: Meta;
  /** The language of the page, for `<html lang={lang}>`: the `lang` of its innermost layout with one. */
  readonly lang?: string;
  /** The page's absolute URL. Absent without `site` in the config, and on pages with `noindex`. */
  readonly canonical?: string;
  /**
   * From `meta.alternates`: `{alternates.map((link) => <link key={link.hrefLang} {...link} />)}`. Empty without them, and
   * without `canonical`.
   */
  readonly alternates: readonly AlternateLink[];
  /** Absent without `templates/card.tsx`, and without `canonical`. */
  readonly card?: ShareCard;
  /** Generated from `templates/icon.svg`: `{icons.map((icon) => <link key={icon.href} {...icon} />)}`. Empty without it. */
  readonly icons: readonly IconLink[];
  /** The address of the stylesheet, for `<link rel="stylesheet">`. Absent without `templates/site.css`. */
  readonly stylesheet?: string;
  /** The address of the islands' script, for `<script type="module">`. Absent on a page without an island. */
  readonly script?: string;
  /** The imports of the script, for `<link rel="modulepreload">`. Empty unless islands are split. */
  readonly preloads: readonly string[];
  /** The page. */
  readonly children: ReactNode;
}

/** The exports of `templates/shell.tsx`. */
export interface ShellModule {
  readonly default: ComponentType<ShellProps>;
}

/** The options of `island`. */
export interface IslandSettings {
  /**
   * Classes of the element around the island: `block` gives it a box, for styles of what contains it, such as margins between
   * children. By default it has none, so that layout ignores it, and such styles miss the island.
   */
  readonly className?: string;
}

/** The options of an island that runs only in the browser. */
export interface ClientOnlyOptions extends IslandSettings {
  /** The content to show until the component has loaded; `null` for nothing. */
  readonly fallback: ReactNode;
}

/** The options of every island, in addition to its component's props. */
export interface IslandOptions {
  /** Default: `load`. */
  readonly hydrate?: Hydrate;
}

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
