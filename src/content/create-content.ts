import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useContext, type ReactNode } from 'react';
import type { ContentComponents, Heading } from '../api/content.ts';
import { RenderContext } from '../islands/server/render-context.ts';
import type { Asset } from '../shared/model.ts';
import { contentSetup } from './content-setup.ts';
import { contentError, describeMistake, type ContentFile } from './content-problem.ts';
import type { ParseMarkdown } from './parse-markdown.ts';
import { readDocument } from './read-document.ts';
import { renderDocument } from './render-document.ts';
import { resolveAddress } from './resolve-address.ts';

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

export function createContent(
  load: () => { readonly content: ContentFile; readonly body: string },
  parse: ParseMarkdown,
): Content {
  const read = () => {
    const { content, body } = load();
    return { content, document: readDocument(content, body, parse, contentSetup().allowsHtml) };
  };
  return {
    headings: () => read().document.headings,
    Content: function Content({ components }) {
      const context = useContext(RenderContext);
      const setup = contentSetup();
      const { content, document } = read();
      const assets: Asset[] = [];
      const resolve = (url: string) => {
        const found = resolveAddress(setup, content.file, url);
        if (found?.asset !== undefined) assets.push(found.asset);
        return found;
      };
      const merged = { ...setup.components(), ...components };
      const rendered = renderDocument({ document, content, components: merged, jsx: setup.jsx, resolve });
      context?.record.content.push({ file: content.file, links: rendered.links, assets });
      return rendered.elements;
    },
  };
}
