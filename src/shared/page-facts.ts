/** Facts about a rendered page. Types only. */
import type { Diagnostic } from './diagnostics.ts';
import type { Asset, Reference, Route } from './model.ts';

/** All facts about a page that are kept once its HTML is written. */
export interface PageFacts {
  readonly route: Route;
  readonly size: Size;
  /** Its share card, from `out`. */
  readonly card?: string;
  /** Its text as Markdown. Absent for pages that search engines may not list, and unless the config asks for it. */
  readonly text?: PageText;
  readonly title: string;
  readonly description: string;
  readonly noindex: boolean;
  /** When its content was last changed: an ISO date, with or without a time. */
  readonly updated?: string;
  /** The page in each of its languages. */
  readonly alternates?: readonly Alternate[];
  /** Its `meta`, encoded by `shared/plain-data.ts`. Present only if functions in `templates/files` may read it. */
  readonly meta?: string;
  /** The fragments that lead to an element: its `id`, or the `name` of an `<a>`. */
  readonly ids: readonly string[];
  readonly references: readonly Reference[];
  readonly images: readonly PageImage[];
  /** The names of the islands on the page, sorted. */
  readonly islands: readonly string[];
  /** The content of `<meta http-equiv="Content-Security-Policy">`; empty without one. */
  readonly contentPolicy: string;
  /** The content files on the page. Absent if there are none. */
  readonly content?: readonly ContentUse[];
  /** Problems found during rendering that do not prevent publishing by themselves: the config decides on their severity. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** The text of a page as Markdown. */
export interface PageText {
  /** From `out`: `about/index.md`. */
  readonly output: string;
  /** The title of the page, without the shell's additions. */
  readonly title: string;
  /** The site's name, if the HTML of the home page has one. Only on the home page. */
  readonly siteName?: string;
}

/** A content file that was rendered on a page. */
export interface ContentUse {
  /** From the root. */
  readonly file: string;
  readonly links: readonly ContentLink[];
  /** The files that it refers to. */
  readonly assets: readonly Asset[];
}

/** Why a file has no address: a message, and what to do, or the name of its collection, which has no `path`. */
export type RefusedFile = { readonly message: string; readonly hint: string } | { readonly collection: string };

/** The address of a link or image, without the base, and its place in the content file. */
export interface ContentLink {
  readonly url: string;
  readonly line: number;
  readonly column: number;
  /** The file of a collection that it leads to, from the root. */
  readonly entry?: string;
  /** Why the file that it names has no address. An error only if the page has this address: a component may replace it. */
  readonly refused?: RefusedFile;
}

/** A page in one language. */
export interface Alternate {
  /** A language tag of BCP 47, or `x-default`. */
  readonly lang: string;
  /** Without the base, decoded, as in `Route`. */
  readonly path: string;
}

/** An `<img>`. */
export interface PageImage {
  readonly src: string;
  /** Its attributes, in pixels. Absent if one is missing. */
  readonly size?: { readonly width: number; readonly height: number };
  /** True if browsers choose among several files. */
  readonly hasOthers: boolean;
  /** True if its `image-address` is reported, which also explains why it has no size. */
  readonly isExplained?: boolean;
}

/** The result of inspecting a page's HTML. */
export interface HtmlFacts {
  readonly facts: Omit<
    PageFacts,
    'route' | 'size' | 'card' | 'text' | 'updated' | 'alternates' | 'meta' | 'content' | 'diagnostics'
  >;
  /** The text of each `<title>`. Browsers show the first. */
  readonly titles: readonly string[];
  readonly h1Count: number;
  /** The number of `<main>` elements that are not hidden. */
  readonly mainCount: number;
  /** The `src` of each image without a text alternative. */
  readonly imagesWithoutAlt: readonly string[];
  readonly repeatedIds: readonly string[];
  /** Repeated ids of definitions in drawings that are the same. */
  readonly copiedIds: readonly string[];
  /** The addresses in its `<link rel="stylesheet">`. */
  readonly stylesheets: readonly string[];
  /** Elements that a browser would move elsewhere. */
  readonly misnested: readonly string[];
  /** Kinds of inline elements. */
  readonly inline: readonly ('script' | 'style')[];
}

/** In bytes, before and after compression with Brotli. */
export interface Size {
  readonly raw: number;
  /** At a quality that hosts use on the fly. Absent when measuring it would take longer than the rest of the build. */
  readonly brotli?: number;
}
