/** Converts the HTML of a page to Markdown. The only file that calls the packages for it, which only sites with `text` need. */
import { error } from '../shared/diagnostics.ts';
import { SitegenError, hasCode } from '../shared/errors.ts';
import { installCommand } from '../shared/package-manager.ts';
import { isBlock } from './elements/words.ts';

interface PageSource {
  readonly html: string;
  /** The heading of the text, if the page has none in its main content. */
  readonly title: string;
  /** Its address from the root of the host: `/docs/about/`. */
  readonly address: string;
  /** The site's origin. Without one, addresses start with a slash. */
  readonly site: string | undefined;
}

interface PageText {
  readonly markdown: string;
  /** Its `<meta property="og:site_name">`. */
  readonly siteName?: string;
}

export type ConvertPage = (page: PageSource) => PageText;

/** @throws {SitegenError} when a package is not installed */
export async function loadConverter(): Promise<ConvertPage> {
  const { fromHtml, toMdast, gfmToMarkdown, toMarkdown } = await loadPackages();
  const extensions = [gfmToMarkdown({ tablePipeAlign: false })];
  return ({ html, title, address, site }) => {
    const document = fromHtml(html);
    const root = new URL(address, site ?? NO_SITE);
    const content = cleanAll(findContent(document), (written) => toAbsolute(written, root));
    const hasHeading = find(content, ({ tagName }) => tagName === 'h1') !== undefined;
    const heading = { type: 'element', tagName: 'h1', properties: {}, children: [{ type: 'text', value: title }] };
    const children = hasHeading ? content : [heading as Element, ...content];
    const tree = toMdast({ type: 'root', children }, { document: true });
    const siteName = find(document.children, isSiteName)?.properties['content'];
    return {
      markdown: toMarkdown(tree, { extensions, bullet: '-', emphasis: '_', rule: '-' }),
      ...(typeof siteName === 'string' && { siteName }),
    };
  };
}

async function loadPackages() {
  try {
    const [html, toMdast, gfm, toMarkdown] = await Promise.all([
      import('hast-util-from-html'),
      import('hast-util-to-mdast'),
      import('mdast-util-gfm'),
      import('mdast-util-to-markdown'),
    ]);
    return { ...html, ...toMdast, ...gfm, ...toMarkdown };
  } catch (cause) {
    if (!hasCode(cause, 'ERR_MODULE_NOT_FOUND')) throw cause;
    const message = '`text` in the config needs packages that are not installed.';
    throw new SitegenError(message, {
      cause,
      diagnostics: [error('page-failed', message, { hint: installCommand(...PACKAGES) })],
    });
  }
}

const PACKAGES = ['hast-util-from-html@2', 'hast-util-to-mdast@10', 'mdast-util-gfm@3', 'mdast-util-to-markdown@2'];

/** Stands for the origin of a site without `site` in its config. */
const NO_SITE = 'http://site.invalid';

type Packages = Awaited<ReturnType<typeof loadPackages>>;
type Document = ReturnType<Packages['fromHtml']>;
type Node = Document['children'][number];
type Element = Extract<Node, { readonly type: 'element' }>;

const words = (text: string) => new Set(text.split(' '));
const LANDMARKS = words('header footer');
/** Elements with their own headers and footers. */
const SECTIONS = words('article aside section');
const LEFT_OUT = words('button canvas dialog iframe nav script select style svg template textarea');
/** Elements that a stylesheet keeps apart. */
const LABELS = words('a label output small span strong time');

/** The children of `<main>`, or everything but the header and the footer of the page. */
function findContent({ children }: Document): readonly Node[] {
  const main = find(children, (element) => element.tagName === 'main' && !isLeftOut(element));
  if (main !== undefined) return main.children;
  const body = find(children, ({ tagName }) => tagName === 'body');
  return withoutLandmarks(body?.children ?? []);
}

function withoutLandmarks(nodes: readonly Node[]): readonly Node[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element' || SECTIONS.has(node.tagName)) return node;
    return LANDMARKS.has(node.tagName)
      ? []
      : { ...node, children: withoutLandmarks(node.children) as Element['children'] };
  });
}

type ToAbsolute = (written: string) => string;

/** Leaves out what readers do not see, and controls. */
function cleanAll(nodes: readonly Node[], toAbsoluteAddress: ToAbsolute): Element['children'] {
  const cleaned = nodes.flatMap((node) => {
    if (node.type === 'element') return clean(node, toAbsoluteAddress);
    return node.type === 'text' ? node : [];
  });
  return cleaned.flatMap((node, index): Node[] => {
    const isApart = isLabel(node) && isLabel(cleaned[index - 1]);
    return isApart ? [{ type: 'text', value: ' ' }, node] : [node];
  }) as Element['children'];
}

function clean(element: Element, toAbsoluteAddress: ToAbsolute): Node[] {
  const { tagName, properties } = element;
  if (isLeftOut(element)) return [];
  if (tagName === 'pre' || tagName === 'code') return [element];
  const href = addressOf(properties['href']);
  const src = addressOf(properties['src']);
  const children = cleanAll(childrenOf(element), toAbsoluteAddress);
  if (tagName === 'a' && !hasContent(children)) return [];
  const addresses = {
    ...(href !== undefined && { href: toAbsoluteAddress(href) }),
    ...(src !== undefined && { src: toAbsoluteAddress(src) }),
  };
  return [...captionOf(element, children), { ...element, properties: { ...properties, ...addresses }, children }];
}

/** Tables have no caption in Markdown: it is a paragraph above. */
function captionOf({ tagName }: Element, children: Element['children']): Element[] {
  if (tagName !== 'table') return [];
  const captions = children.filter((child) => child.type === 'element' && child.tagName === 'caption') as Element[];
  return captions.map((caption) => ({ ...caption, tagName: 'p' }));
}

/** Headings and cells are a single line in Markdown. */
function childrenOf(element: Element): readonly Node[] {
  if (/^h[1-6]$/.test(element.tagName)) return inLine(withoutSelfLinks(element).filter((node) => !isReference(node)));
  return /^t[dh]$/.test(element.tagName) ? inLine(element.children) : element.children;
}

function inLine(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (node.type !== 'element') return [node];
    const children = inLine(node.children);
    return isBlock(node.tagName)
      ? [SPACE, ...children, SPACE]
      : [{ ...node, children: children as Element['children'] }];
  });
}

const SPACE: Node = { type: 'text', value: ' ' };

/** `<sup><a href="#user-content-fn-1" data-footnote-ref>1</a></sup>` */
function isReference(node: Node): boolean {
  if (node.type !== 'element') return false;
  return 'dataFootnoteRef' in node.properties || (node.tagName === 'sup' && node.children.some(isReference));
}

function isLeftOut({ tagName, properties }: Element): boolean {
  const { hidden, ariaHidden, alt, type } = properties;
  if (hidden === true || ariaHidden === 'true') return true;
  if (tagName === 'img') return !alt; // decoration
  return tagName === 'input' ? type !== 'checkbox' : LEFT_OUT.has(tagName);
}

/** Removes a link from a heading to itself: a sign beside the text, or around all of it. */
function withoutSelfLinks({ properties: { id }, children }: Element): readonly Node[] {
  return children.flatMap((child) => {
    const isSelfLink =
      child.type === 'element' && child.tagName === 'a' && child.properties['href'] === `#${String(id)}`;
    if (!isSelfLink) return [child];
    return /[\p{L}\p{N}]/u.test(textOf(child)) ? child.children : [];
  });
}

function isLabel(node: Node | undefined): boolean {
  return node?.type === 'element' && LABELS.has(node.tagName);
}

function hasContent(nodes: readonly Node[]): boolean {
  return (
    nodes.some((node) => textOf(node).trim() !== '') || find(nodes, ({ tagName }) => tagName === 'img') !== undefined
  );
}

function textOf(node: Node): string {
  if (node.type === 'element') return node.children.map(textOf).join('');
  return node.type === 'text' ? node.value : '';
}

function find(nodes: readonly Node[], matches: (element: Element) => boolean): Element | undefined {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    const found = matches(node) ? node : find(node.children, matches);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isSiteName({ tagName, properties }: Element): boolean {
  return tagName === 'meta' && properties['property'] === 'og:site_name';
}

function addressOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** An address that is not valid stays as it is. */
function toAbsolute(written: string, root: URL): string {
  if (!URL.canParse(written, root)) return written;
  const { href, origin } = new URL(written, root);
  return origin === NO_SITE ? href.slice(NO_SITE.length) : href;
}
