/** The content of a version of the project, as a worker knows it. */
import type { ReactElement } from 'react';
import type { PageRecord } from '../islands/server/render-context.ts';
import type { ContentComponents, Entry } from '../api/content.ts';
import { createJsx, type JsxRuntime } from '../react/jsx-runtime.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import type { ImageSize } from '../shared/image-size.ts';
import type { Asset } from '../shared/model.ts';
import type { ContentSettings } from '../shared/page-tasks.ts';
import type { UsedPicture } from '../shared/pictures.ts';
import type { UnpublishedPage } from '../shared/unpublished.ts';
import type { ContentFile } from './content-problem.ts';
import type { ParseMarkdown } from './markdown/parse-markdown.ts';
import type { ShownFacts } from './mdx/prepare-mdx.ts';
import type { PreparedDocument } from './elements/prepare-document.ts';

interface ContentSetup extends Omit<ContentSettings, 'components' | 'collections' | 'mdx'> {
  readonly runtime: JsxRuntime;
  /** @throws {SitegenError} when a package for Markdown is not installed */
  readonly loadParser: () => Promise<ParseMarkdown>;
  /** @throws what `templates/markdown.tsx` threw */
  readonly components: () => ContentComponents;
  /** Loads a file of a collection. */
  readonly importMdx: (file: string) => Promise<Entry['Content']>;
  /** Reads the facts about an MDX file. */
  readonly readMdx: (file: string) => ShownFacts;
  /** Loads every module that calls `collection`. */
  readonly loadCollections: () => Promise<unknown>;
  /** Renders an element outside of a page. Its islands are HTML. */
  readonly renderAlone: (element: ReactElement) => Promise<{ readonly html: string; readonly record: PageRecord }>;
  /** Loads data once for all workers. */
  readonly shared: <Data>(key: string, load: () => Data | Promise<Data>) => Promise<Data>;
}

/** Everything that a worker remembers of the content of one version: nothing of it is right for another version. */
interface ContentVersion {
  /** Set before site code reads content. Absent outside of a build, for example in a test. */
  setup: ContentSetup | undefined;
  /** The collections of the modules that have been loaded. */
  readonly collections: {
    /** From the root. Absent if its entries are not in files. */
    readonly folder: string | undefined;
    /** Reads the collection, and remembers its entries. */
    readonly read: () => Promise<{ readonly mistakes: readonly Diagnostic[] }>;
  }[];
  /** Those of them that have been read without mistakes. */
  readonly lists: {
    /** For messages: `"content/posts/*.md"`. */
    readonly name: string;
    readonly folder: string | undefined;
    readonly files: number;
    readonly entries: number;
    /** Drafts, and files whose `publishAt` is later. */
    readonly unpublished: number;
  }[];
  /** The files of collections that have been read. A file can be in several: then the one with `path` counts. */
  readonly files: Map<string, { readonly path: string | undefined; readonly collection: string }>;
  /** The pages of entries that a build leaves out, by path. */
  readonly unpublished: Map<string, UnpublishedPage>;
  /** The number of them that have been reported. */
  reported: number;
  /** How often each place has called `collection` with `load`. */
  readonly loads: Map<string, number>;
  /** Why the last changes of some files are not known, by folder. */
  readonly unknownUpdates: Map<string, Diagnostic>;
  /** Files to publish because the HTML of entries refers to them, wherever it is used. Not reported yet. */
  readonly assets: Map<string, Asset>;
  pictures: UsedPicture[];
  /** Files that content refers to, by absolute path: pages share their pictures. */
  readonly linkedFiles: Map<
    string,
    { readonly state: string; readonly asset: Asset; readonly size: ImageSize | undefined }
  >;
  /** The last document that was parsed: a page reads its headings, its text and its elements, one after the other. */
  last:
    { readonly content: ContentFile; readonly document: PreparedDocument; readonly parse: ParseMarkdown } | undefined;
}

/** Owned by the worker thread, which has one version. */
const current: ContentVersion = {
  setup: undefined,
  collections: [],
  lists: [],
  files: new Map(),
  unpublished: new Map(),
  reported: 0,
  loads: new Map(),
  unknownUpdates: new Map(),
  assets: new Map(),
  pictures: [],
  linkedFiles: new Map(),
  last: undefined,
};

export function contentVersion(): ContentVersion {
  return current;
}

export function setContent(
  settings: ContentSettings,
  workerSetup: Omit<ContentSetup, keyof ContentSettings | 'runtime'> & Pick<ContentSetup, 'components'>,
): void {
  current.setup = { ...settings, runtime: createJsx(settings.prefixes), ...workerSetup };
}

/** @throws outside of a build, for example in a test */
export function contentSetup(): ContentSetup {
  const { setup } = current;
  if (setup === undefined) throw new Error('Content can only be read while sitegen builds or serves a site.');
  return setup;
}
