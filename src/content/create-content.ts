import path from 'node:path';
import { useContext, type ReactNode } from 'react';
import type { ContentComponents, Heading, Section } from '../api/content.ts';
import { RenderContext } from '../islands/server/render-context.ts';
import { isInContentFolder } from '../project/kinds.ts';
import { currentContext } from '../react/async-components.ts';
import type { Code } from '../shared/diagnostics.ts';
import type { SitegenError } from '../shared/errors.ts';
import { readRegularFile, realPathIfExists } from '../shared/files.ts';
import type { Asset } from '../shared/model.ts';
import { statePaths } from '../shared/paths.ts';
import { contentSetup, contentVersion } from './content-setup.ts';
import { contentError, describeMistake, type ContentFile } from './content-problem.ts';
import {
  describePlain,
  describeShownHtml,
  describeLanguages,
  describeMarks,
  isUncoloured,
} from './describe-content.ts';
import type { ElementNode } from './content-tree.ts';
import { nameIds } from './document-ids.ts';
import type { ParseMarkdown } from './parse-markdown.ts';
import { excerptOf, plainText, sectionsOf } from './plain-text.ts';
import { readDocument, type MarkdownDocument } from './read-document.ts';
import { readCollections, sourceOf } from './collections/entry-paths.ts';
import {
  highlight,
  recallHighlighted,
  shikiVersion,
  type CodeBlock,
  type HighlightedLines,
  type Plain,
} from './highlight.ts';
import { fenceComponent } from './render-directive.ts';
import { renderDocument, type RenderDocument } from './render-document.ts';
import { findUnknown, resolveAddress } from './resolve-address.ts';

/** Larger files are mistakes: a video that is called `a.md`. */
const MAX_BYTES = 30_000_000;

/**
 * The only function that reads content, in the main thread and in workers. Lines end as on Linux, so that a site is the same
 * wherever git has checked it out.
 *
 * @param file from the root
 * @throws {SitegenError} if it is a link out of its folder, not a regular file, too large, or not UTF-8
 */
export function readContentFile(root: string, file: string): ContentFile {
  const place = path.join(root, file);
  const refuse = (message: string, hint: string, code?: Code): SitegenError =>
    contentError([describeMistake({ file, text: '' }, { message, hint, ...(code && { code }) })]);
  const real = realPathIfExists(place);
  if (real !== undefined && !isInContentFolder(root, sourceOf(root, file), real))
    throw refuse(`${file} is a link to ${real}, outside of its folder.`, 'replace it with the file', 'asset-refused');
  const bytes = readRegularFile(place, MAX_BYTES);
  if (bytes === undefined) {
    const message = `${file} is not a regular file, or has more than ${MAX_BYTES / 1e6} MB.`;
    throw refuse(message, 'replace it with a file', 'file-kind');
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes); // without a byte order mark
    return { file, text: text.replaceAll('\r\n', '\n') };
  } catch (failure) {
    if (!(failure instanceof TypeError)) throw failure;
    throw refuse('The file is not UTF-8 text.', 'save it as UTF-8');
  }
}

/** The content of a file, which is read each time it is rendered. */
interface Content {
  readonly Content: (props: { readonly components?: ContentComponents }) => ReactNode;
  readonly headings: () => readonly Heading[];
  readonly text: () => string;
  readonly excerpt: () => string;
  readonly sections: () => readonly Section[];
}

/** A Markdown file. @param slug of an entry */
export function createMarkdown(
  load: () => { readonly content: ContentFile; readonly body: string },
  parse: ParseMarkdown,
  slug?: string,
): Content {
  const read = () => {
    const { content, body } = load();
    const { last } = contentVersion();
    if (last?.content.file === content.file && last.content.text === content.text && last.parse === parse) return last;
    const parsed = { content, document: readDocument(content, body, parse), parse };
    contentVersion().last = parsed;
    return parsed;
  };
  return {
    headings: () => read().document.headings,
    text: () => plainText(read().document.nodes),
    excerpt: () => excerptOf(read().document.nodes),
    sections: () => sectionsOf(read().document),
    Content: ({ components }) => {
      const { jsx } = contentSetup().runtime;
      const { content, document } = read();
      const merged = { ...contentSetup().components(), ...components };
      const code = codeWithout(document.code, merged);
      const props = { content, document, components: merged, slug, code };
      const colors = recallColors(code);
      const mustWait = colors === undefined || findUnknownFiles(content.file, document.addresses).length > 0;
      if (!mustWait) return jsx(Rendered, { ...props, ...colors });
      // Its other props are the same in each pass over the page; a document that is parsed again is another object.
      return jsx(Prepared, { content, slug, components: merged, prepare: () => prepare(props) });
    },
  };
}

/** An MDX file of a collection: a module, which is loaded when it is rendered. */
export function createMdxEntry(file: string, slug: string): Content {
  const Loaded = async (props: object): Promise<ReactNode> => {
    const { importMdx, runtime } = contentSetup();
    return runtime.jsx(await importMdx(file), { ...props });
  };
  const facts = () => contentSetup().readMdx(file);
  return {
    headings: () => facts().headings,
    text: () => facts().text,
    excerpt: () => facts().excerpt,
    sections: () => facts().sections,
    Content: (props) => {
      currentContext()?.record.documents.slugs.set(file, slug);
      return contentSetup().runtime.jsx(Loaded, props);
    },
  };
}

interface ContentProps {
  readonly content: ContentFile;
  readonly document: MarkdownDocument;
  readonly components: ContentComponents;
  readonly slug: string | undefined;
  /** To be highlighted. */
  readonly code: MarkdownDocument['code'];
}

/** Leaves out code in languages that a component renders. */
function codeWithout(code: MarkdownDocument['code'], components: ContentComponents): MarkdownDocument['code'] {
  return new Map([...code].filter(([, { language }]) => fenceComponent(components, language) === undefined));
}

/** @returns linked files that may be in a collection that has not been read */
export function findUnknownFiles(file: string, addresses: readonly string[]): string[] {
  const { root } = contentSetup();
  return addresses.flatMap((address) => findUnknown(root, file, address) ?? []);
}

/** Reads the collections if a file links to one that may be in them. */
export async function awaitLinked(file: string, addresses: readonly string[]): Promise<void> {
  const linked = findUnknownFiles(file, addresses);
  if (linked.length === 0) return;
  await contentSetup().loadCollections();
  // A file with a mistake has no address: only the mistake is reported, not the link.
  const mistakes = (await readCollections()).filter(({ place }) => linked.includes(place?.file ?? ''));
  if (mistakes.length > 0) throw contentError(mistakes);
}

async function prepare(props: ContentProps): Promise<ReactNode> {
  const { root, runtime } = contentSetup();
  await awaitLinked(props.content.file, props.document.addresses);
  return runtime.jsx(Rendered, { ...props, ...(await highlightAll(root, props.code)) });
}

interface PreparedProps extends Pick<ContentProps, 'content' | 'slug' | 'components'> {
  readonly prepare: () => Promise<ReactNode>;
}

/** Content that awaits something before it renders. */
async function Prepared({ prepare: run }: PreparedProps): Promise<ReactNode> {
  return await run();
}

/** The colours of the code in a document. */
interface Colors extends Pick<RenderDocument, 'highlighted'> {
  /** Code in a language that shiki does not know, by its `<pre>`. */
  readonly unknown: ReadonlyMap<ElementNode, CodeBlock>;
  /** True if shiki is not installed. */
  readonly isPlain: boolean;
}

async function highlightAll(root: string, code: MarkdownDocument['code']): Promise<Colors> {
  const version = shikiVersion();
  if (version === undefined) return toColors(code, []);
  const { memo } = statePaths(root);
  return toColors(code, await Promise.all([...code.values()].map((block) => highlight(memo, version, block))));
}

/** @returns `undefined` if some code has never been highlighted */
function recallColors(code: MarkdownDocument['code']): Colors | undefined {
  const version = code.size > 0 ? shikiVersion() : undefined;
  if (version === undefined) return toColors(code, []);
  const { memo } = statePaths(contentSetup().root);
  const results: (HighlightedLines | Plain)[] = [];
  for (const block of code.values()) {
    const lines = recallHighlighted(memo, version, block);
    if (lines === undefined) return undefined;
    results.push(lines);
  }
  return toColors(code, results);
}

/** @param results in the order of the code; none if shiki is not installed */
function toColors(code: MarkdownDocument['code'], results: readonly (HighlightedLines | Plain)[]): Colors {
  const highlighted = new Map<ElementNode, HighlightedLines>();
  const unknown = new Map<ElementNode, CodeBlock>();
  for (const [index, [node, block]] of [...code].entries()) {
    const lines = results[index];
    if (lines === 'unknown') unknown.set(node, block);
    else if (lines !== undefined && lines !== 'plain') highlighted.set(node, lines);
  }
  return { highlighted, unknown, isPlain: results.length === 0 && isUncoloured(code) };
}

/** Synchronous, because the context of the page belongs to the pass that renders it. */
function Rendered({
  content,
  document,
  components,
  slug,
  code,
  highlighted,
  unknown,
  isPlain,
}: RenderedProps): ReactNode {
  const context = useContext(RenderContext);
  const setup = contentSetup();
  const assets: Asset[] = [];
  const resolve = (url: string) => {
    const found = resolveAddress(setup, content.file, url);
    if (found?.asset !== undefined) assets.push(found.asset);
    return found;
  };
  const rendered = renderDocument({
    root: setup.root,
    document,
    content,
    components,
    highlighted,
    runtime: setup.runtime,
    nameId: nameIds(context?.record, { file: content.file, slug, ids: document.headings.map(({ id }) => id) }),
    resolve,
  });
  context?.record.content.push({ file: content.file, links: rendered.links, assets });
  context?.record.problems.push(
    ...(isPlain ? [describePlain()] : []),
    ...(document.html === undefined ? [] : [describeShownHtml(content, document.html)]),
    ...[...describeLanguages(content, unknown), ...describeMarks(content, code)].map(({ problem }) => problem),
  );
  return rendered.elements;
}

interface RenderedProps extends ContentProps, Colors {}
