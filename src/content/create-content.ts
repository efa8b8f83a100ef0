import path from 'node:path';
import { useContext, type ReactNode } from 'react';
import type { ContentComponents, Heading, Section } from '../api/content.ts';
import { RenderContext } from '../islands/server/render-context.ts';
import { isInContentFolder } from '../project/kinds.ts';
import { currentContext } from '../react/async-components.ts';
import type { Code } from '../shared/diagnostics.ts';
import type { SitegenError } from '../shared/errors.ts';
import { readRegularFile, realPathIfExists } from '../shared/files.ts';
import { statePaths } from '../shared/paths.ts';
import { contentSetup, contentVersion } from './content-setup.ts';
import { contentError, describeMistake, type ContentFile } from './content-problem.ts';
import {
  describePlain,
  describeShownHtml,
  describeUnprocessed,
  describeLanguages,
  isUncoloured,
} from './describe-content.ts';
import type { ElementNode } from './elements/tree.ts';
import { renderCode, writtenCode } from './code/code-block.ts';
import { fenceComponent, withDefaults } from './elements/container.ts';
import { nameIds } from './elements/document-ids.ts';
import type { ParseMarkdown } from './markdown/parse-markdown.ts';
import { excerptOf, plainText, sectionsOf } from './elements/words.ts';
import { readDocument, type PreparedDocument } from './elements/prepare-document.ts';
import { createRenderer, recordLinks } from './elements/render-elements.ts';
import { readCollections, sourceOf } from './collections/entry-paths.ts';
import {
  highlight,
  recallHighlighted,
  shikiVersion,
  type CodeBlock,
  type HighlightedLines,
  type Plain,
} from './code/highlight.ts';
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
      const mustWait = colors === undefined || findUnknownFiles(content.file, addressesIn(document)).length > 0;
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
    Content: ({ components, ...props }) => {
      const { components: ofSite, runtime } = contentSetup();
      currentContext()?.record.documents.slugs.set(file, slug);
      const given = components && { components: withDefaults({ ...ofSite(), ...components }, runtime) };
      return runtime.jsx(Loaded, { ...props, ...given });
    },
  };
}

interface ContentProps {
  readonly content: ContentFile;
  readonly document: PreparedDocument;
  readonly components: ContentComponents;
  readonly slug: string | undefined;
  /** To be highlighted. */
  readonly code: PreparedDocument['code'];
}

/** Leaves out code in languages that a component renders. */
function codeWithout(code: PreparedDocument['code'], components: ContentComponents): PreparedDocument['code'] {
  return new Map([...code].filter(([, { language }]) => fenceComponent(components, language) === undefined));
}

function addressesIn({ links }: PreparedDocument): string[] {
  return links.map(({ address }) => address);
}

/** @returns linked files that may be in a collection that has not been read */
function findUnknownFiles(file: string, addresses: readonly string[]): string[] {
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
  await awaitLinked(props.content.file, addressesIn(props.document));
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
interface Colors {
  /** By the `<pre>` of the code. */
  readonly highlighted: ReadonlyMap<ElementNode, HighlightedLines>;
  /** Code in a language that shiki does not know, by its `<pre>`. */
  readonly unknown: ReadonlyMap<ElementNode, CodeBlock>;
  /** True if shiki is not installed. */
  readonly isPlain: boolean;
}

async function highlightAll(root: string, code: PreparedDocument['code']): Promise<Colors> {
  const version = shikiVersion();
  if (version === undefined) return toColors(code, []);
  const { memo } = statePaths(root);
  return toColors(code, await Promise.all([...code.values()].map((block) => highlight(memo, version, block))));
}

/** @returns `undefined` if some code has never been highlighted */
function recallColors(code: PreparedDocument['code']): Colors | undefined {
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
function toColors(code: PreparedDocument['code'], results: readonly (HighlightedLines | Plain)[]): Colors {
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
function Rendered({ content, document, components, slug, highlighted, unknown, isPlain }: RenderedProps): ReactNode {
  const context = useContext(RenderContext);
  const { root, runtime } = contentSetup();
  const { file } = content;
  const nameId = nameIds(context?.record, { file, slug, ids: document.headings.map(({ id }) => id) });
  const resolve = rememberResults((url) => resolveAddress(contentSetup(), file, url));
  const renderer = createRenderer({ root, file, components, runtime, nameId, resolve });
  const elements = renderer.render(content, document.nodes, (pre) => {
    const block = document.code.get(pre);
    return block && renderCode(writtenCode(pre, block, highlighted.get(pre)));
  });
  recordLinks(context?.record, file, document.links, { nameId, resolve });
  context?.record.problems.push(
    ...(isPlain ? [describePlain()] : []),
    ...(document.html === undefined ? [] : [describeShownHtml(content, document.html)]),
    ...describeUnprocessed(content, document.unprocessed),
    ...describeLanguages(content, unknown).map(({ problem }) => problem),
  );
  return elements;
}

/** A document has the same addresses several times: its links are rendered, and recorded. */
function rememberResults<Result>(run: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    if (!results.has(text)) results.set(text, run(text));
    return results.get(text) as Result;
  };
}

interface RenderedProps extends ContentProps, Colors {}
