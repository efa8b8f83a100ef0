/** Tasks for workers, and their replies. Types only. */
import type { IconLink } from '../api/contract.ts';
import type { Prefixes } from './address.ts';
import type { Diagnostic, Place } from './diagnostics.ts';
import type { PageFacts } from './page-facts.ts';
import type { PictureSettings, UsedPicture } from './pictures.ts';
import type { OwnFrame } from './stack-trace.ts';
import type { Publishing, UnpublishedPage } from './unpublished.ts';
import type {
  ChildRule,
  Asset,
  CompiledFile,
  Config,
  IslandFile,
  IslandsBundle,
  Limits,
  OpenPlaceholder,
  PageFile,
  Reference,
  Route,
  Target,
} from './model.ts';

/** The settings that content is rendered with. */
export interface ContentSettings {
  /** Of the project, absolute. */
  readonly root: string;
  readonly prefixes: Prefixes;
  readonly trailingSlash: boolean;
  readonly allowsHtml: boolean;
  readonly reading: ReadingOptions;
  readonly pictures: PictureSettings;
  /** `templates/markdown.tsx`, if there is one. */
  readonly components: CompiledFile | undefined;
  /** Compiled MDX files of collections. */
  readonly mdx: readonly CompiledFile[];
  /** Entry points that reach every `collection` call. */
  readonly collections: readonly CompiledFile[];
}

/** How the text of Markdown and MDX is read. */
export interface ReadingOptions {
  /** The compiled config, if it has functions: plug-ins, or one for `slugs`. */
  readonly config: CompiledFile | undefined;
}

/** Files that the HTML of entries refers to. */
export interface EntryFiles {
  readonly assets: readonly Asset[];
  readonly pictures: readonly UsedPicture[];
}

/** The settings of site code in a worker, the same for all tasks. Folders and modules are absolute. */
export interface Setup {
  /** Of the project. */
  readonly root: string;
  readonly site: string | undefined;
  readonly base: string;
  readonly trailingSlash: boolean;
  readonly publishing: Publishing;
  readonly content: ContentSettings;
  /** The limit for each call of site code. */
  readonly seconds: number;
}

/** The settings of every page. Addresses are without the base. */
export interface RenderSetup extends Setup {
  /** Where pages are written. `undefined` for pages on request: only their HTML is made, and it is in the result. */
  readonly target: Target | undefined;
  readonly shellModule: string;
  /** Its file, from the root: `templates/shell.tsx`. */
  readonly shellSource: string;
  /** Absent without `templates/card.tsx`. */
  readonly card: CardSetup | undefined;
  readonly icons: readonly IconLink[];
  readonly runtime: Config['runtime'];
  readonly assetPrefix: string;
  readonly stylesheet: string | undefined;
  /** The addresses in the stylesheet. */
  readonly styleReferences: readonly Reference[];
  readonly childRules: readonly ChildRule[];
  readonly script: string | undefined;
  readonly preloads: IslandsBundle['preloads'];
  /** The folder for results of pure functions: see `memo.ts`. */
  readonly memo: string;
  /** The limit of a worker, in MB. */
  readonly memory: number;
  /** Writes the text of each page as Markdown. */
  readonly text: boolean;
  /** Every page has `noindex`. */
  readonly noindex: boolean;
  /** Keeps the `meta` of pages, for functions in `templates/files`. */
  readonly keepsMeta: boolean;
  /** Packages that generate styles: see `react/generated-styles.ts`. */
  readonly styleLibraries: readonly string[];
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

/** A page to render, and its compiled module. */
export interface PageJob extends ListedPage {
  readonly module: string;
  /** The outermost first. */
  readonly layouts: readonly CompiledFile[];
}

/** The tasks of workers. */
export type Task = CompileMdxTask | RenderTask | LocateTask | ListPagesTask | CheckIslandsTask | RunFileTask;

/** Replies by the kind of the task. */
interface Replies {
  readonly 'compile-mdx': MdxReply;
  readonly render: RenderReply;
  readonly locate: readonly LocatedPage[];
  readonly 'list-pages': ListedPages;
  readonly 'check-islands': readonly Diagnostic[];
  readonly 'run-file': RanFile;
}

export type ReplyTo<Asked extends Task> = Replies[Asked['kind']];

export type SetupOf<Asked extends Task> = Asked extends CompileMdxTask
  ? undefined
  : Asked extends RenderTask | LocateTask
    ? RenderSetup
    : Setup;

/** A task, and its setup unless the worker has it already. */
export interface TaskMessage {
  readonly setup?: Setup | undefined;
  readonly task: Task;
}

/** Compiles an MDX file, before there is a setup. */
export interface CompileMdxTask {
  readonly kind: 'compile-mdx';
  readonly content: { readonly file: string; readonly text: string };
  /** The folder for colours of code, absolute. */
  readonly memo: string;
  readonly reading: ReadingOptions;
  readonly limits: Limits;
}

export interface MdxReply {
  /** The module and its facts, as JSON. Absent if there are mistakes. */
  readonly compiled?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Renders a batch of pages. */
export interface RenderTask {
  readonly kind: 'render';
  readonly jobs: readonly PageJob[];
}

/** Everything that is known about a page once it has been rendered, or has failed. */
export interface PageResult {
  readonly route: Route;
  /** Absent if the page failed, or is not published. */
  readonly facts?: PageFacts;
  /** Only of pages on request. */
  readonly html?: string;
  /** Its files that differ from the published ones, in the staging folder: the page, its card, its text. From `out`. */
  readonly written: readonly string[];
  readonly problems: readonly Diagnostic[];
  /** Each once. */
  readonly pictures: readonly UsedPicture[];
  /** Present if the page was not rendered. */
  readonly unpublished?: Omit<UnpublishedPage, 'route'>;
}

/** A result whose route is in its job. */
export interface JobResult extends Omit<PageResult, 'route' | 'facts'> {
  /** Its index in the task. */
  readonly job: number;
  readonly facts?: Omit<PageFacts, 'route'>;
}

/** Finds of modules and collections since the worker's last reply. No page owns them: modules are loaded once for all pages. */
export interface WorkerFinds {
  /** About collections and `paths` without items that this worker has read. */
  readonly warnings: readonly Diagnostic[];
  readonly placeholders: readonly OpenPlaceholder[];
  /** Files of collections that the build leaves out. */
  readonly unpublished: readonly UnpublishedPage[];
  /** Files and pictures that the HTML of entries refers to. */
  readonly used: EntryFiles;
}

export interface RenderReply {
  readonly results: readonly JobResult[];
  readonly finds: WorkerFinds;
}

/** Renders pages once more, to find the places of problems in their HTML: see `react/locate.ts`. */
export interface LocateTask {
  readonly kind: 'locate';
  readonly jobs: readonly PageJob[];
  /** For each job, the elements to find: keys of `check/html/targets.ts`. */
  readonly keys: readonly (readonly string[])[];
}

/** The places of elements, by key: one for each element that was found. Empty if the page fails this time. */
export type LocatedPage = Readonly<Record<string, readonly LocatedPlace[]>>;

/** A place in the site's own files. */
export interface LocatedPlace {
  readonly place: Required<Place>;
  /** Where the components around it are used, innermost first. */
  readonly calls: readonly OwnFrame[];
}

/** Checks island files. */
export interface CheckIslandsTask {
  readonly kind: 'check-islands';
  readonly files: readonly {
    readonly source: string;
    readonly module: string;
    readonly islands: readonly IslandFile[];
  }[];
}

/** Requests the next pages of a page file. The worker remembers how many it has listed. */
export interface ListPagesTask {
  readonly kind: 'list-pages';
  readonly page: PageFile;
  readonly module: string;
  readonly count: number;
}

export interface ListedPages {
  readonly items: readonly ListedPage[];
  /** True if these are the last pages. */
  readonly done: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly finds: WorkerFinds;
}

/** Calls a function in `templates/files`. */
export interface RunFileTask {
  readonly kind: 'run-file';
  readonly file: CompiledFile;
  /** The generated file, from `out`. */
  readonly output: string;
  /** The pages passed to the function, encoded by `v8.serialize`. */
  readonly pages: Uint8Array<ArrayBuffer>;
}

export interface RanFile {
  /** The return value of the function, as bytes. Absent if it failed. */
  readonly contents?: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
  readonly finds: WorkerFinds;
}
