import type { Page } from 'playwright-core';
import type { Runtime } from '../helpers/copy-site.ts';

/** A tested library: how it is used in a browser, and what sites have to do for it. */
export interface Library {
  /** As in the document. */
  readonly title: string;
  /** Its package, to look up the version. */
  readonly package: string;
  /** A file in site/islands or site/components. */
  readonly file: string;
  readonly use: (page: Page) => Promise<unknown>;
  /** Instructions for sites that use it. */
  readonly note?: string;
  /** True if it generates styles, which have to be in the HTML. */
  readonly hasStyles?: true;
  /** Why it does not work on a runtime. */
  readonly fails?: Partial<Readonly<Record<Runtime, string>>>;
}
