/** Tasks for workers, and their replies. Types only. */
import type { IconLink } from '../api/contract.ts';
import type { Diagnostic, Place } from './diagnostics.ts';
import type { PageFacts } from './page-facts.ts';
import type {
  BuiltinImport,
  Config,
  IslandFile,
  IslandsBundle,
  OpenPlaceholder,
  PageFile,
  PageProblem,
  Route,
} from './model.ts';

/** What all pages of a build share. Folders and modules are absolute, addresses without the base. */
export interface RenderSetup {
  readonly root: string;
  readonly staging: string;
  readonly shellModule: string;
  /** Its file, from the root: `templates/shell.tsx`. */
  readonly shellSource: string;
  /** Absent without `templates/card.tsx`. */
  readonly card: CardSetup | undefined;
  readonly icons: readonly IconLink[];
  readonly runtime: Config['runtime'];
  readonly site: string | undefined;
  readonly base: string;
  readonly trailingSlash: boolean;
  readonly assetPrefix: string;
  readonly stylesheet: string | undefined;
  readonly script: string | undefined;
  readonly preloads: IslandsBundle['preloads'];
  readonly builtins: readonly BuiltinImport[];
  /** Where loaded data is kept for a few minutes; absent when every build loads it. */
  readonly dataFolder: string | undefined;
  /** The limit for loading a page's data, and for rendering it. */
  readonly seconds: number;
  /** The limit of a worker, in MB. */
  readonly memory: number;
  /** Whether the `meta` of pages is kept, for functions in `templates/files`. */
  readonly keepsMeta: boolean;
  /** Packages that generate styles: see `react/generated-styles.ts`. */
  readonly styleLibraries: readonly string[];
}

/** What share cards need. Absolute paths. */
interface CardSetup {
  /** From the root: `templates/card.tsx`. */
  readonly source: string;
  readonly module: string;
  readonly fonts: readonly string[];
}

/** One of the pages of a page file. */
export interface ListedPage {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  /** Written by `v8.serialize`; absent when there are none. */
  readonly props?: Uint8Array<ArrayBuffer>;
  /** Of params and props. */
  readonly hash: string;
}

/** A compiled source file. */
export interface CompiledFile {
  /** From the root. */
  readonly source: string;
  /** Absolute. */
  readonly module: string;
}

/** A page to render, and its compiled module. */
export interface PageJob extends ListedPage {
  readonly module: string;
  /** The outermost first. */
  readonly layouts: readonly CompiledFile[];
  /** The page's cache key. */
  readonly key: string;
  /** The rebuild reason. */
  readonly reason: string;
  /** Hash of the published HTML. The same HTML is not written again. */
  readonly publishedHash?: string;
  /** Whether the same HTML is known to be in order, so that it need not be read again. */
  readonly isChecked?: boolean;
  /** The published card, if cards are drawn as before. The same card is not drawn again. */
  readonly publishedCard?: string;
}

/** A batch of pages. */
export interface RenderTask {
  readonly setup: RenderSetup;
  readonly jobs: readonly PageJob[];
}

/** What a worker has recorded while code of the site ran. */
export interface Recorded {
  readonly placeholders: readonly OpenPlaceholder[];
  readonly reads: RecordedReads;
  readonly dataReads: DataReads;
  /** Where modules of the site, while they are loaded, and components use what differs from build to build. */
  readonly impureCalls: readonly ImpureCall[];
}

/** A use of the clock, of chance, or of anything else that cannot be looked up later. */
export interface ImpureCall {
  /** `new Date()` */
  readonly what: string;
  readonly place: Place;
}

/** The reply to a `RenderTask`. */
export interface Rendered extends Recorded {
  /** Facts of the rendered pages, encoded: one text for each worker involved. */
  readonly pages: readonly string[];
  readonly unchanged: readonly UnchangedPage[];
  /** Pages and cards written to the staging folder, from `out`. */
  readonly written: readonly string[];
  readonly problems: readonly PageProblem[];
}

/** A page with the published HTML, which was not read again: what does not follow from its HTML. */
export interface UnchangedPage extends Pick<PageFacts, 'card' | 'updated' | 'meta'> {
  readonly path: string;
}

/** What code of the site has read. */
export interface RecordedReads {
  /** Environment variables; `null` for those that were not set. In the cache their values are hashed. */
  readonly env: Readonly<Record<string, string | null>>;
  /** Hashes of files and folders, by absolute path. */
  readonly files: Readonly<Record<string, string>>;
  /** Hashes of what else was asked for: see `cache/answers.ts`. */
  readonly answers: Readonly<Record<string, string>>;
}

/** What `load` and `paths` have read. */
export interface DataReads extends RecordedReads {
  /** Whether any of them has run. */
  readonly hasLoaded: boolean;
  /** Whether they used what cannot be looked up later: the network, the clock, chance, other programs. */
  readonly isImpure: boolean;
}

/** Island files to check. */
export interface CheckIslandsTask {
  readonly root: string;
  readonly seconds: number;
  readonly trailingSlash: boolean;
  readonly files: readonly {
    readonly source: string;
    readonly module: string;
    readonly islands: readonly IslandFile[];
  }[];
}

/** Requests the next pages of a page file. The worker remembers how many it has listed. */
export interface ListPagesTask {
  readonly root: string;
  readonly trailingSlash: boolean;
  readonly page: PageFile;
  readonly module: string;
  readonly count: number;
  readonly seconds: number;
  readonly builtins: readonly BuiltinImport[];
}

export interface ListedPages extends Recorded {
  readonly items: readonly ListedPage[];
  /** Whether these were the last ones. */
  readonly done: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Calls a function in `templates/files`. */
export interface RunFileTask {
  readonly root: string;
  readonly site: string | undefined;
  readonly base: string;
  readonly trailingSlash: boolean;
  readonly seconds: number;
  /** Modules of Node that code of the site imports. */
  readonly builtins: RenderSetup['builtins'];
  readonly file: CompiledFile;
  /** What the function is given of the pages, written by `v8.serialize`. */
  readonly pages: Uint8Array<ArrayBuffer>;
}

export interface RanFile extends Recorded {
  /** What the function returned. */
  readonly contents?: Uint8Array;
  readonly diagnostic?: Diagnostic;
}
