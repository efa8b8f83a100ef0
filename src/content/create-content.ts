import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useContext, type ReactNode } from 'react';
import type { ContentComponents, Heading } from '../api/content.ts';
import { RenderContext } from '../islands/server/render-context.ts';
import { codeFrame } from '../shared/code-frame.ts';
import { warning, type Diagnostic } from '../shared/diagnostics.ts';
import type { Asset } from '../shared/model.ts';
import { statePaths } from '../shared/paths.ts';
import { contentSetup } from './content-setup.ts';
import { contentError, describeMistake, type ContentFile } from './content-problem.ts';
import type { ElementNode, ParseMarkdown, TextNode } from './parse-markdown.ts';
import { excerptOf, plainText } from './plain-text.ts';
import { readDocument, type MarkdownDocument } from './read-document.ts';
import { readCollections } from './entry-paths.ts';
import { highlight, shikiVersion, type HighlightedLines } from './highlight.ts';
import { renderDocument, type RenderDocument } from './render-document.ts';
import { findUnknown, resolveAddress } from './resolve-address.ts';

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

/** The content of a file, which is read when it is rendered. Nothing is kept. */
interface Content {
  readonly Content: (props: { readonly components?: ContentComponents }) => ReactNode;
  readonly headings: () => readonly Heading[];
  readonly text: () => string;
  readonly excerpt: () => string;
}

/** A file that has been parsed. */
interface ReadContent {
  readonly content: ContentFile;
  readonly document: MarkdownDocument;
}

/** A Markdown file. */
export function createMarkdown(
  load: () => { readonly content: ContentFile; readonly body: string },
  parse: ParseMarkdown,
): Content {
  const read = (): ReadContent => {
    const { content, body } = load();
    return { content, document: readDocument(content, body, parse, contentSetup().allowsHtml) };
  };
  return {
    headings: () => read().document.headings,
    text: () => plainText(read().document.nodes),
    excerpt: () => excerptOf(read().document.nodes),
    Content: ({ components }) => {
      const { jsx } = contentSetup().runtime;
      const { content, document } = read();
      const props = { content, document, components };
      const mustWait = document.code.size > 0 || findUnknownFiles(content.file, document.addresses).length > 0;
      return mustWait ? jsx(Prepared, props) : jsx(Rendered, { ...props, highlighted: NOTHING });
    },
  };
}

/** An MDX file of a collection: a module, which is loaded when it is rendered. */
export function createMdxEntry(file: string): Content {
  const Loaded = async (props: object): Promise<ReactNode> => {
    const { importMdx, runtime } = contentSetup();
    return runtime.jsx(await importMdx(file), { ...props });
  };
  const facts = () => contentSetup().readMdx(file);
  return {
    headings: () => facts().headings,
    text: () => facts().text,
    excerpt: () => facts().excerpt,
    Content: (props) => contentSetup().runtime.jsx(Loaded, props),
  };
}

interface ContentProps {
  readonly content: ContentFile;
  readonly document: MarkdownDocument;
  readonly components: ContentComponents | undefined;
}

const NOTHING: RenderDocument['highlighted'] = new Map();

/** @returns files that it links to, and that may be in a collection that has not been read */
export function findUnknownFiles(file: string, addresses: readonly string[]): string[] {
  const { root } = contentSetup();
  return addresses.flatMap((address) => findUnknown(root, file, address) ?? []);
}

/** Reads the collections if a file links to others that may be in one. */
export async function awaitLinked(file: string, addresses: readonly string[]): Promise<void> {
  const linked = findUnknownFiles(file, addresses);
  if (linked.length === 0) return;
  await contentSetup().loadCollections();
  // A file with a mistake has no address: the mistake is reported, and not also the link.
  const mistakes = (await readCollections()).filter(({ place }) => linked.includes(place?.file ?? ''));
  if (mistakes.length > 0) throw contentError(mistakes);
}

/** Content with something that has to be awaited. */
async function Prepared({ ...props }: ContentProps): Promise<ReactNode> {
  const { root, runtime } = contentSetup();
  await awaitLinked(props.content.file, props.document.addresses);
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
  if (document.html !== undefined) context?.record.problems.push(describeHtml(content, document.html));
  return rendered.elements;
}

interface RenderedProps extends ContentProps, Pick<RenderDocument, 'highlighted'> {
  /** True if shiki is not installed. */
  readonly isPlain?: boolean;
}

function describeHtml({ file, text }: ContentFile, { position }: TextNode): Diagnostic {
  const { line = 1, column = 1 } = position?.start ?? {};
  return warning('html-escaped', 'The HTML in this file is shown as text.', {
    place: { file, line, column },
    hint: 'write it as code, allow HTML by `markdown: { html: true }` in the config, or rename the file to .mdx',
    frame: codeFrame(text, line, column),
  });
}

export const PLAIN = warning('code-plain', 'Code is not highlighted, because the package shiki is not installed.', {
  hint: 'npm install --save-dev shiki',
});
