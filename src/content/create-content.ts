import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReactNode } from 'react';
import type { ContentComponents, Heading } from '../api/content.ts';
import { contentSetup } from './content-setup.ts';
import { contentError, describeMistake, type ContentFile } from './content-problem.ts';
import type { FrontMatter } from './front-matter.ts';
import type { ParseMarkdown } from './parse-markdown.ts';
import { readDocument } from './read-document.ts';
import { renderDocument } from './render-document.ts';

/**
 * @param file from the root
 * @throws {SitegenError} if it is not UTF-8
 */
export function readContentFile(root: string, file: string): ContentFile {
  const bytes = readFileSync(path.join(root, file));
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }; // without a byte order mark
  } catch (failure) {
    if (!(failure instanceof TypeError)) throw failure;
    const mistake = { message: 'The file is not UTF-8 text.', hint: 'save it as UTF-8' };
    throw contentError([describeMistake({ file, text: '' }, mistake)]);
  }
}

/** The content of a Markdown file. The file is parsed when it is rendered, and nothing is kept. */
interface Content {
  readonly Content: (props: { readonly components?: ContentComponents }) => ReactNode;
  readonly headings: () => readonly Heading[];
}

export function createContent(content: ContentFile, { body }: FrontMatter, parse: ParseMarkdown): Content {
  const read = () => readDocument(content, body, parse, contentSetup().allowsHtml);
  return {
    headings: () => read().headings,
    Content: ({ components }) => {
      const setup = contentSetup();
      const merged = { ...setup.components(), ...components };
      return renderDocument({ document: read(), content, components: merged, jsx: setup.jsx });
    },
  };
}
