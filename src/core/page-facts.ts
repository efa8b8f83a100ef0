/** What is known of a page that has been made. Types only. */
import type { Diagnostic } from './diagnostics.ts';
import type { Route } from './model.ts';

/** A link, image or other reference in a page, as written there. */
export interface Reference {
  readonly url: string;
  /** `a[href]`, `img[src]` */
  readonly from: string;
}

/** All that is kept of a page once its HTML is written. */
export interface PageFacts {
  readonly route: Route;
  readonly size: Size;
  /** The file of its share card, from `out`. */
  readonly card?: string;
  readonly title: string;
  readonly description: string;
  readonly noindex: boolean;
  readonly ids: readonly string[];
  readonly references: readonly Reference[];
  /** The names of the islands the page holds, sorted. */
  readonly islands: readonly string[];
  /** What its `<meta http-equiv="Content-Security-Policy">` says; empty without one. */
  readonly contentPolicy: string;
  /** What was noted while it was made, and does not keep it from being published. */
  readonly warnings?: readonly Diagnostic[];
  readonly rebuild: RebuildInfo;
}

/** What a page was made from, and what came of it: as hashes. */
interface RebuildInfo {
  /** Everything but its data, and but the script of the islands that it holds. */
  readonly key: string;
  /** What its `load` returned; empty without one. */
  readonly dataHash: string;
  /** Its file. */
  readonly htmlHash: string;
  /** When its file was last changed, in ms. */
  readonly mtime: number;
  /** Why it had to be made: `templates/shell.tsx has changed`. */
  readonly reason: string;
}

/** What is read in a page's HTML once it is finished. */
export interface HtmlFacts {
  /** What is kept of it. */
  readonly facts: Omit<PageFacts, 'route' | 'size' | 'card' | 'warnings' | 'rebuild'>;
  readonly h1Count: number;
  /** The `src` of each image without an `alt`. */
  readonly imagesWithoutAlt: readonly string[];
  readonly repeatedIds: readonly string[];
  /** The addresses in its `<link rel="stylesheet">`. */
  readonly stylesheets: readonly string[];
  /** Elements that a browser would put elsewhere: `<div> in <p>`. */
  readonly misnested: readonly string[];
  /** Whether scripts or styles stand in the page itself. */
  readonly inline: readonly ('script' | 'style')[];
}

/** Bytes of one kind of file, as they are and after Brotli. */
export interface Size {
  readonly raw: number;
  /** At a quality that hosts use on the fly. Absent where finding out would take longer than the rest of the build. */
  readonly brotli?: number;
}
