/** Tasks for workers, and their replies. Types only. */
import type { IconLink } from '../api/contract.ts';
import type { Prefixes } from './address.ts';
import type { Diagnostic } from './diagnostics.ts';
import type { PageFacts } from './page-facts.ts';
import type { PictureSettings, UsedPicture } from './pictures.ts';
import type { Publishing, UnpublishedPage } from './unpublished.ts';
import type {
  Asset,
  Config,
  IslandFile,
  IslandsBundle,
  OpenPlaceholder,
  PageFile,
  PageProblem,
  Reference,
  Route,
} from './model.ts';

/** The settings that content is rendered with. */
export interface ContentSettings {
  /** Of the project, absolute. */
  readonly root: string;
  readonly prefixes: Prefixes;
  readonly trailingSlash: boolean;
  readonly allowsHtml: boolean;
  readonly pictures: PictureSettings;
  /** `templates/markdown.tsx`, if there is one. */
  readonly components: CompiledFile | undefined;
  /** Compiled MDX files of collections. */
  readonly mdx: readonly CompiledFile[];
  /** Together, they import every file that calls `collection`. */
  readonly collections: readonly CompiledFile[];
}

/** Files that HTML of entries refers to. */
export interface EntryFiles {
  readonly assets: readonly Asset[];
  readonly pictures: readonly UsedPicture[];
}

/** A task that may render content. */
export interface ContentTask {
  readonly content: ContentSettings;
  /** The limit for each call of site code. */
  readonly seconds: number;
}

/** The settings shared by all pages of a build. Folders and modules are absolute, addresses without the base. */
export interface RenderSetup extends ContentTask {
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
  /** The addresses in the stylesheet. */
  readonly styleReferences: readonly Reference[];
  readonly script: string | undefined;
  readonly preloads: IslandsBundle['preloads'];
  /** The published site: files with the same bytes are not written again. `undefined` writes every page. */
  readonly out: string | undefined;
  /** The folder for results of pure functions: see `memo.ts`. */
  readonly memo: string;
  /** The limit of a worker, in MB. */
  readonly memory: number;
  readonly publishing: Publishing;
  /** Writes the text of each page as Markdown. */
  readonly text: boolean;
  /** Keeps the `meta` of pages, for functions in `templates/files`. */
  readonly keepsMeta: boolean;
  /** Packages that generate styles: see `react/generated-styles.ts`. */
  readonly styleLibraries: readonly string[];
  readonly pictures: PictureSettings;
}

/** Settings for share cards. Paths are absolute unless noted. */
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
  /** Encoded by `v8.serialize`; absent if there are none. */
  readonly props?: Uint8Array<ArrayBuffer>;
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
}

/** A batch of pages. */
export interface RenderTask {
  readonly setup: RenderSetup;
  readonly jobs: readonly PageJob[];
}

/** The facts about a page whose route is in its job. */
export interface JobFacts extends Omit<PageFacts, 'route'> {
  /** Its index in the task. */
  readonly job: number;
}

/** The reply to a `RenderTask`. */
export interface RenderReply extends Omit<Rendered, 'pages'> {
  readonly pages: readonly JobFacts[];
}

/** A batch that was rendered. */
export interface Rendered {
  readonly pages: readonly PageFacts[];
  /** Pages and cards that differ from the published ones, in the staging folder. From `out`. */
  readonly written: readonly string[];
  readonly problems: readonly PageProblem[];
  /** Each picture once, with the first page that uses it. */
  readonly pictures: readonly UsedPicture[];
  /** Files that the HTML of entries refers to, since the worker's last reply. */
  readonly assets: readonly Asset[];
  /** Pages that were not rendered. */
  readonly unpublished: readonly UnpublishedPage[];
  /** About collections and `paths` without items, as far as this worker has read any. */
  readonly warnings: readonly Diagnostic[];
  /** Since the worker's last reply. */
  readonly placeholders: readonly OpenPlaceholder[];
}

/** Island files to check. */
export interface CheckIslandsTask {
  readonly root: string;
  readonly seconds: number;
  readonly trailingSlash: boolean;
  readonly publishing: Publishing;
  readonly files: readonly {
    readonly source: string;
    readonly module: string;
    readonly islands: readonly IslandFile[];
  }[];
}

/** Requests the next pages of a page file. The worker remembers how many it has listed. */
export interface ListPagesTask extends ContentTask {
  readonly root: string;
  readonly trailingSlash: boolean;
  readonly publishing: Publishing;
  readonly page: PageFile;
  readonly module: string;
  readonly count: number;
}

export interface ListedPages {
  readonly items: readonly ListedPage[];
  /** True if these are the last pages. */
  readonly done: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** About collections and `paths` without items, as far as this worker has read any. */
  readonly warnings: readonly Diagnostic[];
  /** Since the worker's last reply. */
  readonly placeholders: readonly OpenPlaceholder[];
}

/** Reads every collection. */
export interface ListContentTask extends ContentTask {
  readonly trailingSlash: boolean;
  readonly publishing: Publishing;
}

export interface ListedContent {
  readonly collections: readonly CollectionFacts[];
  /** The reasons why some collections are not known. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface CollectionFacts {
  /** `content/posts/*.md` */
  readonly pattern: string;
  /** Number of files that a build publishes. */
  readonly entries: number;
  /** Number of drafts, and files whose `publishAt` is later. */
  readonly unpublished: number;
  readonly mistakes: number;
}

/** Calls a function in `templates/files`. */
export interface RunFileTask extends ContentTask {
  readonly root: string;
  readonly site: string | undefined;
  readonly base: string;
  readonly trailingSlash: boolean;
  readonly publishing: Publishing;
  readonly file: CompiledFile;
  /** The generated file, from `out`. */
  readonly output: string;
  /** The pages passed to the function, encoded by `v8.serialize`. */
  readonly pages: Uint8Array<ArrayBuffer>;
}

export interface RanFile {
  /** The return value of the function, as bytes. */
  readonly contents?: Uint8Array;
  readonly diagnostics?: readonly Diagnostic[];
  /** About collections and `paths` without items, as far as this worker has read any. */
  readonly warnings: readonly Diagnostic[];
  /** Files and pictures that the HTML of entries refers to, since the worker's last reply. */
  readonly used: EntryFiles;
  /** Since the worker's last reply. */
  readonly placeholders: readonly OpenPlaceholder[];
}
