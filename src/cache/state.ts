/** What the steps of a build know of the last one, and leave for the next. Types only. */
import type { IconLink } from '../api/contract.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import type {
  Asset,
  BrowserBundle,
  Config,
  IslandsBundle,
  Dependencies,
  OpenPlaceholder,
  PageProblem,
  ServerBundle,
} from '../core/model.ts';
import type { BuildResult } from '../core/build-result.ts';
import type { PageFacts } from '../core/page-facts.ts';
import type { DataReads, Recorded, RecordedReads } from '../core/page-tasks.ts';

/** From a file's path (POSIX, from the root) to a hash of what it holds. */
export type SourceHashes = Readonly<Record<string, string>>;

/** A project in the form in which pages can be made of it. */
export interface Compiled {
  readonly config: Config;
  readonly server: ServerBundle;
  readonly islands: IslandsBundle;
  readonly styles: BrowserBundle;
  readonly icons: Icons;
  /** All the files that it was made of. */
  readonly sourceHashes: SourceHashes;
  /** What else it depends on. */
  readonly settingsKey: string;
  /** The islands that are in the browser's script. */
  readonly islandNames: readonly string[];
  /** Where it lies in the cache, if it comes from there. */
  readonly stored?: StoredCompilation;
}

/** A compilation in the cache: everything of it but the files, which lie in a folder there. */
export interface StoredCompilation {
  /** The folder's: `compiled-5f0c9a1b`. */
  readonly name: string;
  readonly sourceHashes: SourceHashes;
  /** What else decides how sources are compiled. */
  readonly settingsKey: string;
  /** The modules' files, and those that they share, with hashes. */
  readonly files: Readonly<Record<string, string>>;
  /** From a source file to its module's name. */
  readonly modules: Readonly<Record<string, string>>;
  readonly graph: Readonly<Record<string, Dependencies>>;
  readonly importsUnknown: boolean;
  readonly bundles: Readonly<Record<'server' | 'islands' | 'styles' | 'icons', StoredBundle>>;
  readonly preloads: IslandsBundle['preloads'];
  readonly islandFiles: IslandsBundle['files'];
  readonly icons: readonly IconLink[];
}

export interface StoredBundle {
  readonly href?: string;
  readonly assets: readonly { readonly output: string; readonly hash: string }[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A published file that is not a page. */
export interface FileState {
  /** Changes with its contents: a hash, or size and times of its source. */
  readonly contentKey: string;
  readonly size: number;
  /** Of the file in `out`, in ms. */
  readonly mtime: number;
}

/** From a file of the bundler's, from `out`, to how many builds ago it was last part of the site: 0 if it is now. */
export type AssetAges = Readonly<Record<string, number>>;

/** The last build whose site is in `out`. */
export interface BuildState {
  /** Absolute. */
  readonly out: string;
  /** Everything that all pages are made from. */
  readonly commonKey: string;
  /** The script that pages with islands name, with what it needs. */
  readonly scriptsKey: string;
  /** Islands that pages hold. */
  readonly islands: readonly string[];
  /** Page files with a `load`. */
  readonly sourcesWithLoad: readonly string[];
  readonly reads: RecordedReads;
  readonly dataReads: DataReads;
  /** What all pages of a page file are made from, by its path. */
  readonly pageFileKeys: Readonly<Record<string, string>>;
  readonly compilation: StoredCompilation;
  readonly files: Readonly<Record<string, FileState>>;
  readonly assetAges: AssetAges;
  readonly diagnostics: readonly Diagnostic[];
  readonly placeholders: readonly OpenPlaceholder[];
  readonly sizes: BuildResult['sizes'];
}

/** What the cache knows of the previous build. */
export interface CachedBuild extends BuildState {
  /** By route path, in the order of the site. */
  readonly pages: ReadonlyMap<string, PageFacts>;
}

/** The previous build, where `out` still is what it published. */
export interface PreviousBuild extends CachedBuild {
  /** Why pages have to be rendered again: a recorded read that has changed. Empty when none has. */
  readonly changedRead: string;
  /** Whether `load` and `paths` are known to return what they returned. */
  readonly isDataUpToDate: boolean;
}

/** What came of the pages, and of the islands that they hold. */
export interface RenderResult {
  readonly site: RenderedSite;
  readonly islands: IslandsBundle;
  readonly islandNames: readonly string[];
  readonly commonKey: string;
  readonly scriptsKey: string;
  readonly pageFileKeys: Readonly<Record<string, string>>;
}

/** What came of all pages. */
export interface RenderedSite extends Recorded {
  /** Those of the site, in its order. A page that failed is not among them. */
  readonly pages: readonly PageFacts[];
  /** The paths of those that were made again, whether they came out the same or not. */
  readonly rebuilt: ReadonlySet<string>;
  /** Files in the staging folder, from `out`. */
  readonly written: readonly string[];
  readonly problems: readonly PageProblem[];
  /** About lists of pages. */
  readonly diagnostics: readonly Diagnostic[];
  /** Page files with a `load`. */
  readonly sourcesWithLoad: ReadonlySet<string>;
}

/** A site's icons, and how pages name them. */
export interface Icons {
  readonly assets: readonly Asset[];
  readonly links: readonly IconLink[];
}
