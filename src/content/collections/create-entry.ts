/** The entries of a collection, as sites get them. */
import { createElement, type ReactElement } from 'react';
import type { DataEntry, Entry } from '../../api/content.ts';
import type { EntryFiles } from '../../shared/page-tasks.ts';
import { uniquePictures } from '../../shared/pictures.ts';
import { contentSetup, contentVersion } from '../content-setup.ts';
import { createMarkdown, createMdxEntry, readContentFile } from '../create-content.ts';
import { splitFrontMatter } from '../data/front-matter.ts';
import type { ParseMarkdown } from '../markdown/parse-markdown.ts';
import { isDataFile } from './collection-files.ts';
import { createUpdates } from './last-changes.ts';

/** An item whose data are valid. */
export interface ValidItem {
  readonly slug: string;
  readonly data: unknown;
  readonly path: string | undefined;
}

/**
 * @param folder of the collection, from the root
 * @param parse absent if no file is Markdown
 * @returns creates the entry of an item in a file, from the root
 */
export function createEntries(folder: string, parse: ParseMarkdown | undefined) {
  const { root } = contentSetup();
  const updatedOf = createUpdates(folder);
  const createDataEntry = (file: string, valid: ValidItem): DataEntry => ({
    ...valid,
    file,
    get updated() {
      return updatedOf(file);
    },
  });
  const createContentEntry = (file: string, valid: ValidItem): Entry => {
    const load = () => {
      const content = readContentFile(root, file);
      return { content, body: splitFrontMatter(content.text).body };
    };
    const isMdx = parse === undefined || file.endsWith('.mdx');
    const { Content, headings, text, excerpt, sections } = isMdx
      ? createMdxEntry(file, valid.slug)
      : createMarkdown(load, parse, valid.slug);
    return {
      ...valid,
      file,
      Content,
      html: (props = {}) => renderEntry(file, () => createElement(Content, props)),
      get updated() {
        return updatedOf(file);
      },
      get body() {
        return load().body.replace(/^[\r\n]+/, ''); // blank lines, which replace the front matter to keep line numbers
      },
      get text() {
        return text();
      },
      get excerpt() {
        return excerpt();
      },
      get headings() {
        return headings();
      },
      get sections() {
        return sections();
      },
    };
  };
  return (file: string, valid: ValidItem) => (isDataFile(file) ? createDataEntry : createContentEntry)(file, valid);
}

/** Renders an entry by itself: for a feed, for example. Problems are reported where a page renders it. */
async function renderEntry(file: string, content: () => ReactElement): Promise<string> {
  // An async component may call this while React renders its page, and React renders one thing at a time.
  await Promise.resolve();
  const { html, record } = await contentSetup().renderAlone(content());
  const { assets, pictures } = contentVersion();
  for (const asset of record.content.flatMap((used) => used.assets)) assets.set(asset.output, asset);
  for (const picture of record.pictures?.used ?? []) pictures.push({ ...picture, page: file });
  return html;
}

/** @returns the files of entries that this worker has rendered since this was last called */
export function takeFilesOfEntries(): EntryFiles {
  const version = contentVersion();
  const taken = { assets: [...version.assets.values()], pictures: uniquePictures(version.pictures) };
  version.assets.clear();
  version.pictures = [];
  return taken;
}
