import type { ComponentType, ReactNode } from 'react';

/** What a page says of itself: `export const meta: Meta = { title: 'Contact', description: '…' }`. */
export interface Meta {
  /** The page's own title. What stands around it (a brand, say) is the shell's business. */
  readonly title: string;
  /** One or two sentences for search results. Every page has one, but for those with `noindex`. */
  readonly description?: string;
  /** Asks search engines to leave the page out. Always true for `404.tsx` and `500.tsx`. */
  readonly noindex?: boolean;
}

/** The names in the brackets of a pattern, with a text for each: `Params<'/insights/[slug]'>` is `{ slug: string }`. */
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

/** What a page's component receives. */
export interface PageProps<Data = undefined, PageParams = AnyParams, Props = undefined> {
  /** The page's own address without the base: `/contact/`. */
  readonly path: string;
  /** What stands in the address for the brackets in the name of the page file. */
  readonly params: PageParams;
  /** What came with the params, from `paths`. */
  readonly props: Props;
  /** What the page's `load` returned. */
  readonly data: Data;
}

/** One page of a file with brackets in its name. */
export interface PathItem<PageParams = AnyParams, Props = unknown> {
  readonly params: PageParams;
  /** What the page is made from. Anything that can be copied: no functions. */
  readonly props?: Props;
}

type Sequence<Item> = Iterable<Item> | AsyncIterable<Item>;

/**
 * `export const paths: Paths<{ slug: string }> = [{ params: { slug: 'first' } }]` in `insights/[slug].tsx` says which
 * pages there are. A list, or a function that gives one; a generator is read as the pages are made, so it may be long.
 */
export type Paths<PageParams = AnyParams, Props = unknown> =
  | Sequence<PathItem<PageParams, Props>>
  | (() => Sequence<PathItem<PageParams, Props>> | Promise<Sequence<PathItem<PageParams, Props>>>);

/**
 * `export const load: Load<Post[]> = async () => …` in a page file runs before the page is rendered.
 * When it fails it is tried again, three times at most.
 */
export type Load<Data, PageParams = AnyParams, Props = undefined> = (
  page: Omit<PageProps<Data, PageParams, Props>, 'data'>,
) => Data | Promise<Data>;

/** What a file under `templates/pages` exports. */
export interface PageModule<Data = unknown, PageParams = AnyParams, Props = unknown> {
  readonly default: ComponentType<PageProps<Data, PageParams, Props>>;
  readonly meta: Meta | ((props: PageProps<Data, PageParams, Props>) => Meta);
  readonly load?: Load<Data, PageParams, Props>;
  /** For a file with brackets in its name, and only for one. */
  readonly paths?: Paths<PageParams, Props>;
}

/**
 * The patterns of a site's own pages, with their params. A build writes them to `.sitegen/routes.d.ts`; with that file in
 * the `include` of the tsconfig, `href` knows them.
 */
export interface Routes {}

/** The picture that stands for a page where its address is shared, drawn by `templates/card.tsx`. */
export interface ShareCard {
  /** Absolute, for `<meta property="og:image">`. */
  readonly url: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** What `templates/card.tsx` receives. It returns an `<svg>` of 1200 by 630. */
export interface CardProps {
  /** The page's address without the base: `/contact/`. */
  readonly path: string;
  readonly meta: Meta;
}

/** What `templates/card.tsx` exports. */
export interface CardModule {
  readonly default: ComponentType<CardProps>;
}

/** The attributes of a `<link>` to an icon, or to the manifest that lists more of them. */
export interface IconLink {
  readonly rel: 'icon' | 'apple-touch-icon' | 'manifest';
  readonly href: string;
  readonly type?: string;
  readonly sizes?: string;
}

/** What `templates/shell.tsx` receives: everything the document around a page needs. */
export interface ShellProps {
  /** The page's address without the base: `/contact/`. */
  readonly path: string;
  readonly meta: Meta;
  /** The page's absolute address. Absent without `site` in the config, and on pages with `noindex`. */
  readonly canonical?: string;
  /** Absent without `templates/card.tsx`, and where `canonical` is. */
  readonly card?: ShareCard;
  /** Made from `templates/icon.svg`: `{icons.map((icon) => <link key={icon.href} {...icon} />)}`. Empty without it. */
  readonly icons: readonly IconLink[];
  /** The address of the stylesheet, for `<link rel="stylesheet">`. Absent without `templates/site.css`. */
  readonly stylesheet?: string;
  /** The address of the islands' script, for `<script type="module">`. Absent on a page without an island. */
  readonly script?: string;
  /** What the script will need next, for `<link rel="modulepreload">`. Empty unless islands are split. */
  readonly preloads: readonly string[];
  /** The page. */
  readonly children: ReactNode;
}

/** What `templates/shell.tsx` exports. */
export interface ShellModule {
  readonly default: ComponentType<ShellProps>;
}

/**
 * When an island wakes up:
 * - `load`: as soon as the script runs
 * - `idle`: once the browser has nothing more urgent to do
 * - `visible`: when it comes into view; `{ visible: '200px' }` when it is 200 pixels from it (pixels or percents)
 * - `interaction`: when somebody first clicks, types or focuses in it. That event is handled by it, as if it had been awake
 * - `{ media: '(min-width: 40rem)' }`: when the media query first matches
 */
export type Hydrate =
  'load' | 'idle' | 'visible' | 'interaction' | { readonly visible: string } | { readonly media: string };

/** What every island takes besides its component's own props. */
export interface IslandOptions {
  /** Default: `load`. */
  readonly hydrate?: Hydrate;
}
