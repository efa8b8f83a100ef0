/** What a build says when it is done. Types only. */
import type { Diagnostic } from './diagnostics.ts';
import type { Config, Dependencies, OpenPlaceholder } from './model.ts';
import type { PageFacts, Size } from './page-facts.ts';

/** Addresses of pages and files, without the base, sorted. */
export interface Changes {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** What a build has to say. */
export interface BuildResult {
  /** False when the site has errors; `out` is then as it was. */
  readonly ok: boolean;
  readonly config: Config;
  readonly diagnostics: readonly Diagnostic[];
  readonly placeholders: readonly OpenPlaceholder[];
  readonly pages: readonly PageFacts[];
  /** The addresses that are other than after the last build. */
  readonly changes: Changes;
  readonly sizes: { readonly html: Size; readonly css: Size; readonly js: Size };
  /** The address of the stylesheet, without the base, when nothing else has changed since the last build. */
  readonly newStyles?: string;
  /** The paths of pages that had to be made again, whether they came out the same or not. */
  readonly rebuilt: ReadonlySet<string>;
  /** From a page file, or another entry, to all that it is made of. */
  readonly graph: ReadonlyMap<string, Dependencies>;
  /** Files and folders that code of the site has read. Absolute. */
  readonly reads: readonly string[];
  /** How long each step took, in ms. Steps that run side by side overlap. */
  readonly steps: Readonly<Record<string, number>>;
}
