/** What goes to threads, and what comes back. Types only. */
import type { IconLink } from '../api/contract.ts';
import type { Diagnostic } from './diagnostics.ts';
import type { Config, IslandFile, IslandsBundle, OpenPlaceholder, PageFile, PageProblem, Route } from './model.ts';

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
  readonly assetPrefix: string;
  readonly stylesheet: string | undefined;
  readonly script: string | undefined;
  readonly preloads: IslandsBundle['preloads'];
  /** Where loaded data is kept for some minutes; absent where each build loads it. */
  readonly dataFolder: string | undefined;
  /** What a page may take: to wait for its data, or to be rendered; and in MB. */
  readonly seconds: number;
  readonly memory: number;
  /** Whether to find out how small pages get by compression. */
  readonly compress: boolean;
}

/** What share cards are drawn with. Absolute paths. */
interface CardSetup {
  readonly module: string;
  readonly fonts: readonly string[];
}

/** One of the pages of a page file. */
export interface ListedPage {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  /** As `v8.serialize` writes them; absent where there are none. */
  readonly props?: Uint8Array<ArrayBuffer>;
  /** Stands for params and props. */
  readonly hash: string;
}

/** A page to be made, and its compiled module. */
export interface PageJob extends ListedPage {
  readonly module: string;
  /** Everything that the page is made from, but for what `load` returns. */
  readonly key: string;
  /** Why it has to be made. */
  readonly reason: string;
  /** What the last build made of the same key, if `out` still has it. */
  readonly previous?: PreviousPage;
  /** What `out` has at the page's place, whatever it was made from: the same need not be written again. */
  readonly publishedHash?: string;
}

/** A page of the last build, as hashes. */
interface PreviousPage {
  readonly dataHash: string;
}

/** Pages for one thread to make. */
export interface RenderTask {
  readonly setup: RenderSetup;
  readonly jobs: readonly PageJob[];
}

/** What threads note while code of the site runs. */
export interface Recorded {
  readonly placeholders: readonly OpenPlaceholder[];
  readonly reads: RecordedReads;
  readonly dataReads: DataReads;
}

/** What came of them. */
export interface Rendered extends Recorded {
  /** The facts of those that were made, packed: one text for each thread that had a part in it. */
  readonly pages: readonly string[];
  /** The paths of those that would be as they were. */
  readonly reused: readonly string[];
  /** Files in the staging folder: pages, and their cards. From `out`. */
  readonly written: readonly string[];
  readonly problems: readonly PageProblem[];
  /** Page files with a `load`, among those of the jobs. */
  readonly sourcesWithLoad: readonly string[];
}

/** What code has read of the world around it, but for what `load` and `paths` read. */
export interface RecordedReads {
  /** Values of the environment; `null` for what was not there. */
  readonly env: Readonly<Record<string, string | null>>;
  /** Files and folders, absolute, with a hash of what they held. */
  readonly files: Readonly<Record<string, string>>;
}

/** What `load` and `paths` have read. */
export interface DataReads extends RecordedReads {
  /** Whether they have asked what nobody can look up later: the network, the clock, chance, other programs. */
  readonly isImpure: boolean;
}

/** Island files to be looked at, with their compiled modules. */
export interface CheckIslandsTask {
  readonly root: string;
  readonly islands: readonly (IslandFile & { readonly module: string })[];
}

/** Asks for the next pages of a page file. A thread remembers how far it has come. */
export interface ListPagesTask {
  readonly root: string;
  readonly page: PageFile;
  readonly module: string;
  readonly count: number;
}

export interface ListedPages extends Recorded {
  readonly items: readonly ListedPage[];
  /** Whether these were the last ones. */
  readonly done: boolean;
  readonly diagnostics: readonly Diagnostic[];
}
