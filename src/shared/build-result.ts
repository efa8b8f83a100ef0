/** The result of a build. Types only. */
import type { Diagnostic } from './diagnostics.ts';
import type { Asset, Config, Dependencies, OpenPlaceholder } from './model.ts';
import type { PageFacts, Size } from './page-facts.ts';

/** Addresses of pages and files, without the base, sorted. */
export interface Changes {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** The islands' scripts for `sitegen serve`. They are served instead of those in `out`, which is the site as it goes live. */
export interface DevelopmentIslands {
  /** The script that pages load, from `out`. */
  readonly script: string;
  /** Changes whenever the scripts might have changed. */
  readonly version: string;
  /** @returns `undefined` if the sources no longer compile */
  readonly compile: () => Promise<DevelopmentScripts | undefined>;
}

export interface DevelopmentScripts {
  /** Replaces the script that pages load. */
  readonly entry: string;
  /** All of them, with the files that they import and their source maps. */
  readonly assets: readonly Asset[];
}

export interface BuildResult {
  /** False when the site has errors; `out` is then unchanged. */
  readonly ok: boolean;
  readonly config: Config;
  readonly diagnostics: readonly Diagnostic[];
  readonly placeholders: readonly OpenPlaceholder[];
  readonly pages: readonly PageFacts[];
  /** How the site differs from the published one. */
  readonly changes: Changes;
  readonly sizes: { readonly html: Size; readonly css: Size; readonly js: Size };
  /** Dependencies by page file or other entry. */
  readonly graph: ReadonlyMap<string, Dependencies>;
  /** Every file that the compiler read, absolute. */
  readonly inputs: readonly string[];
  /** Present if this process watches, and pages contain islands. */
  readonly developmentIslands?: DevelopmentIslands;
  /** How long each step took, in ms. Steps that run concurrently overlap. */
  readonly steps: Readonly<Record<string, number>>;
}
