import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useContext, type ReactNode } from 'react';
import type { ContentComponents, Heading } from '../api/content.ts';
import { RenderContext } from '../islands/server/render-context.ts';
import { warning } from '../shared/diagnostics.ts';
import type { Asset } from '../shared/model.ts';
import { statePaths } from '../shared/paths.ts';
import { contentSetup } from './content-setup.ts';
import { contentError, describeMistake, type ContentFile } from './content-problem.ts';
import type { ElementNode, ParseMarkdown } from './parse-markdown.ts';
import { readDocument, type MarkdownDocument } from './read-document.ts';
import { readCollections } from './entry-paths.ts';
import { highlight, shikiVersion, type HighlightedLines } from './highlight.ts';
import { renderDocument, type RenderDocument } from './render-document.ts';
import { mayBeEntry, resolveAddress } from './resolve-address.ts';

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
    Content: ({ components }) => {
      const { jsx } = contentSetup().runtime;
      const { content, document } = read();
      const props = { content, document, components };
      const mustWait = document.code.size > 0 || needsCollections(content, document);
      return !mustWait ? jsx(Rendered, { ...props, highlighted: NOTHING }) : jsx(Prepared, props);
    },
  };
}

interface ContentProps {
  readonly content: ContentFile;
  readonly document: MarkdownDocument;
  readonly components: ContentComponents | undefined;
}

const NOTHING: RenderDocument['highlighted'] = new Map();

/** True if a link may lead to a file of a collection that has not been read. */
function needsCollections({ file }: ContentFile, { addresses }: MarkdownDocument): boolean {
  const { root } = contentSetup();
  return addresses.some((address) => mayBeEntry(root, file, address));
}

/** Content with something that has to be awaited. */
async function Prepared({ ...props }: ContentProps): Promise<ReactNode> {
  const { root, runtime, loadCollections } = contentSetup();
  if (needsCollections(props.content, props.document)) {
    await loadCollections();
    await readCollections();
  }
  return runtime.jsx(Rendered, { ...props, ...(await highlightAll(root, props.document)) });
}

async function highlightAll(
  root: string,
  { code }: MarkdownDocument,
): Promise<Omit<RenderedProps, keyof ContentProps>> {
  const version = shikiVersion();
  if (version === undefined) return { highlighted: NOTHING, isPlain: code.size > 0 };
  const { memo } = statePaths(root);
  const highlighted = new Map<ElementNode, HighlightedLines>();
  await Promise.all(
    [...code].map(async ([node, block]) => {
      const lines = await highlight(memo, version, block);
      if (lines !== undefined) highlighted.set(node, lines);
    }),
  );
  return { highlighted };
}

/** Synchronous, because the context of the page is that of the pass in which it renders. */
function Rendered({ content, document, components, highlighted, isPlain = false }: RenderedProps): ReactNode {
  const context = useContext(RenderContext);
  const setup = contentSetup();
  const assets: Asset[] = [];
  const resolve = (url: string) => {
    const found = resolveAddress(setup, content.file, url);
    if (found?.asset !== undefined) assets.push(found.asset);
    return found;
  };
  const merged = { ...setup.components(), ...components };
  const rendered = renderDocument({
    document,
    content,
    components: merged,
    highlighted,
    runtime: setup.runtime,
    resolve,
  });
  context?.record.content.push({ file: content.file, links: rendered.links, assets });
  if (isPlain) context?.record.problems.push(PLAIN);
  return rendered.elements;
}

interface RenderedProps extends ContentProps, Pick<RenderDocument, 'highlighted'> {
  /** True if shiki is not installed. */
  readonly isPlain?: boolean;
}

const PLAIN = warning('code-plain', 'Code is not highlighted, because the package shiki is not installed.', {
  hint: 'npm install --save-dev shiki',
});
