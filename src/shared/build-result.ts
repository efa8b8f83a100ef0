/** The result of a build. Types only. */
import type { Diagnostic } from './diagnostics.ts';
import type { Config, OpenPlaceholder } from './model.ts';
import type { PageFacts, Size } from './page-facts.ts';
import type { UnpublishedPage } from './unpublished.ts';

/** Addresses of pages and files, without the base, sorted. */
interface Changes {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** An address of `addresses.txt` that the site no longer answers. Addresses are in their one spelling, without the base. */
export interface LostAddress {
  readonly address: string;
  /** In `addresses.txt`. */
  readonly line: number;
}

/** The addresses of a site, compared with `addresses.txt`. */
export interface AddressReport {
  /** Sorted. */
  readonly unrecorded: readonly string[];
  readonly lost: readonly LostAddress[];
}

export interface BuildResult {
  /** False when the site has errors; `out` is then unchanged. */
  readonly ok: boolean;
  readonly config: Config;
  readonly diagnostics: readonly Diagnostic[];
  readonly placeholders: readonly OpenPlaceholder[];
  readonly pages: readonly PageFacts[];
  /** Drafts, and pages whose `publishAt` is later: the build leaves them out. */
  readonly unpublished: readonly UnpublishedPage[];
  /** How the site differs from the published one. */
  readonly changes: Changes;
  /** Paths of published pages that visitors can no longer reach, not even by a redirect. */
  readonly lostPages: readonly string[];
  /** Absent if the site has other errors, and after a build of a project without `addresses.txt`. */
  readonly addresses: AddressReport | undefined;
  readonly sizes: { readonly html: Size; readonly css: Size; readonly js: Size };
  /** How long each step took, in ms. Steps that run concurrently overlap. */
  readonly steps: Readonly<Record<string, number>>;
}
