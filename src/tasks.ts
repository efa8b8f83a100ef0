/** What goes to threads, and what comes back. Types only. */
import type { IconLink } from './contract.ts';
import type { Config, IslandFile, IslandsBundle, OpenPlaceholder, PageFacts, PageProblem, Route } from './model.ts';

/** What all pages of a build have in common. Folders and modules are absolute, addresses without the base. */
export interface RenderSetup {
  readonly root: string;
  readonly staging: string;
  readonly shellModule: string;
  /** What draws share cards; absent without `templates/card.tsx`. */
  readonly card: CardSetup | undefined;
  readonly icons: readonly IconLink[];
  readonly runtime: Config['runtime'];
  readonly site: string | undefined;
  readonly base: string;
  readonly stylesheet: string | undefined;
  readonly script: string | undefined;
  readonly preloads: IslandsBundle['preloads'];
  /** Whether to find out how small pages get by compression. */
  readonly compress: boolean;
}

/** What share cards are drawn with. Absolute paths. */
interface CardSetup {
  readonly module: string;
  readonly fonts: readonly string[];
}

/** A page to be made, and its compiled module. */
export interface PageJob {
  readonly route: Route;
  readonly module: string;
}

/** Island files to be looked at, with their compiled modules. */
export interface IslandsTask {
  readonly root: string;
  readonly islands: readonly (IslandFile & { readonly module: string })[];
}

/** Pages for one thread to make, one after the other. */
export interface RenderTask {
  readonly setup: RenderSetup;
  readonly jobs: readonly PageJob[];
}

/** What came of a task. */
export interface Rendered {
  readonly pages: readonly PageFacts[];
  readonly problems: readonly PageProblem[];
  readonly placeholders: readonly OpenPlaceholder[];
}
