import type { ReactElement } from 'react';
import type { PageRecord } from '../islands/server/render-context.ts';
import type { ContentComponents, Entry } from '../api/content.ts';
import { createJsx, type JsxRuntime } from '../react/jsx-runtime.ts';
import type { CommitRequest, LastCommits } from '../shared/last-commits.ts';
import type { ContentSettings } from '../shared/page-tasks.ts';
import type { ParseMarkdown } from './parse-markdown.ts';
import type { MdxFacts } from './prepare-mdx.ts';

interface ContentSetup extends Omit<ContentSettings, 'components' | 'collections' | 'mdx'> {
  readonly runtime: JsxRuntime;
  /** @throws {SitegenError} when a package for Markdown is not installed */
  readonly loadParser: () => Promise<ParseMarkdown>;
  /** @throws what `templates/markdown.tsx` threw */
  readonly components: () => ContentComponents;
  /** Loads a file of a collection. */
  readonly importMdx: (file: string) => Promise<Entry['Content']>;
  /** Reads the facts about an MDX file. */
  readonly readMdx: (file: string) => MdxFacts;
  /** Loads every module that calls `collection`. */
  readonly loadCollections: () => Promise<unknown>;
  /** Renders an element outside of a page. Its islands are HTML. */
  readonly renderAlone: (element: ReactElement) => Promise<{ readonly html: string; readonly record: PageRecord }>;
  /** Loads data once for all workers. */
  readonly shared: <Data>(key: string, load: () => Data | Promise<Data>) => Promise<Data>;
  /** Reads from git when files were last changed. Blocks. */
  readonly findLastCommits: (request: CommitRequest) => LastCommits;
}

/** Owned by the worker thread, which sets it before site code runs. */
let setup: ContentSetup | undefined;

export function setContent(
  settings: ContentSettings,
  workerSetup: Pick<
    ContentSetup,
    | 'components'
    | 'loadParser'
    | 'importMdx'
    | 'readMdx'
    | 'loadCollections'
    | 'renderAlone'
    | 'shared'
    | 'findLastCommits'
  >,
): void {
  setup = { ...settings, runtime: createJsx(settings.prefixes), ...workerSetup };
}

/** @throws outside of a build, for example in a test */
export function contentSetup(): ContentSetup {
  if (setup === undefined) throw new Error('Content can only be read while sitegen builds or serves a site.');
  return setup;
}
