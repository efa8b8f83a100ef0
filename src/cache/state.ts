/** What a build knows about the previous one, and stores for the next. Types only. */
import type { IconLink } from '../api/contract.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import type {
  Asset,
  Config,
  IslandsBundle,
  Dependencies,
  OpenPlaceholder,
  PageProblem,
  ServerBundle,
  StylesBundle,
} from '../core/model.ts';
import type { PageFacts } from '../core/page-facts.ts';
import type { DataReads, ImpureCall, Recorded, RecordedReads } from '../core/page-tasks.ts';

/** Hashes of inputs by their names: see `modules/compilation-inputs.ts`. */
export type SourceHashes = Readonly<Record<string, string>>;

/** A project compiled so that its pages can be rendered. */
export interface Compiled {
  readonly config: Config;
  /** What the config file was compiled from, and has read. */
  readonly configInputs: readonly string[];
  readonly server: ServerBundle;
  readonly islands: IslandsBundle;
  readonly styles: StylesBundle;
  readonly icons: Icons;
  /** All files it was compiled from. */
  readonly sourceHashes: SourceHashes;
  /** Covers the config and the names of public files. */
  readonly settingsKey: string;
  /** The islands in the browser bundle. */
  readonly islandNames: readonly string[];
  /** Its entry in the cache, if it comes from there. */
  readonly stored?: StoredCompilation;
}

/** A compilation in the cache. Its files are in a folder there. */
export interface StoredCompilation {
  /** The folder's name: `compiled-5f0c9a1b`. */
  readonly name: string;
  readonly sourceHashes: SourceHashes;
  /** See `Compiled`. */
  readonly settingsKey: string;
  /** Hashes of the compiled modules and of their shared chunks. */
  readonly files: Readonly<Record<string, string>>;
  /** Names of modules by source file. */
  readonly modules: Readonly<Record<string, string>>;
  readonly graph: Readonly<Record<string, Dependencies>>;
  readonly unknownImports: readonly string[];
  readonly builtins: ServerBundle['builtins'];
  readonly bundles: Readonly<Record<'server' | 'islands' | 'styles' | 'icons', StoredBundle>>;
  /** Of the islands' bundle. */
  readonly islands: Pick<IslandsBundle, 'preloads' | 'inputs' | 'isExtended'>;
  /** Of the stylesheet. */
  readonly styles: Pick<StylesBundle, 'inputs' | 'classes'>;
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

/** For each hashed asset, from `out`, how many builds ago it was last part of the site: 0 if it is now. */
export type AssetAges = Readonly<Record<string, number>>;

/** What the cache stores about the build whose site is in `out`. */
export interface BuildState {
  /** Absolute. */
  readonly out: string;
  /** See `hashCommon`. */
  readonly commonKey: string;
  /** See `hashScripts`. */
  readonly scriptsKey: string;
  /** Names of the islands that pages hold. */
  readonly islands: readonly string[];
  /** With which the environment variables among the reads are hashed. */
  readonly key: string;
  readonly reads: RecordedReads;
  readonly dataReads: DataReads;
  readonly impureCalls: readonly ImpureCall[];
  /** How functions in `templates/files` ran last, if there are any. */
  readonly filesRun?: FilesState | undefined;
  /** See `hashPageFiles`. */
  readonly pageFileKeys: Readonly<Record<string, string>>;
  readonly compilation: StoredCompilation;
  readonly files: Readonly<Record<string, FileState>>;
  readonly assetAges: AssetAges;
  readonly diagnostics: readonly Diagnostic[];
  readonly placeholders: readonly OpenPlaceholder[];
  /** Whether it has variables of `.env.development`. */
  readonly isForDevelopment: boolean;
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
  /** Why `load` and `paths` may not return what they returned. Empty when they are known to. */
  readonly changedData: string;
}

/** The rendered pages, and the islands they hold. */
export interface RenderResult {
  readonly site: RenderedSite;
  readonly islands: IslandsBundle;
  readonly islandNames: readonly string[];
  readonly commonKey: string;
  readonly scriptsKey: string;
  readonly pageFileKeys: Readonly<Record<string, string>>;
}

/** All pages of a site. */
export interface RenderedSite extends Recorded {
  /** In the order of the site, without pages that failed. */
  readonly pages: readonly PageFacts[];
  /** Paths of the pages that were rendered, whether their HTML has changed or not. */
  readonly rebuilt: ReadonlySet<string>;
  /** Files in the staging folder, from `out`. */
  readonly written: readonly string[];
  readonly problems: readonly PageProblem[];
  /** Problems with `paths`. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The rendered pages, and the files that depend on them. */
export interface SiteResult extends RenderResult {
  /** The site's own files. */
  readonly own: FilesRun;
}

/** What functions in `templates/files` returned. */
export interface FilesRun {
  /** The cache key of all of them together. */
  readonly key: string;
  readonly assets: readonly Asset[];
  readonly diagnostics: readonly Diagnostic[];
  /** Absent when they did not run, because what the previous build published is up to date. */
  readonly recorded?: Recorded;
}

/** What the cache knows of a `FilesRun`. */
interface FilesState extends Pick<FilesRun, 'key'> {
  readonly reads: RecordedReads;
  readonly isImpure: boolean;
}

/** A site's icons, and the links to them. */
export interface Icons {
  readonly assets: readonly Asset[];
  readonly links: readonly IconLink[];
  readonly diagnostics: readonly Diagnostic[];
}
