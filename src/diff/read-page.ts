/** Reduces a finished page to the facts that readers and search engines see. */
import { decodeText, attributeOf, scanHtml, type StartTag } from '../check/html/html-tokenizer.ts';
import { isInlineScript, isStylesheet, textAfter } from '../check/html/inspect-html.ts';
import { CHILDREN_TAG, ISLAND_TAG, NAME_ATTRIBUTE } from '../islands/markup.ts';
import { withBase } from '../shared/address.ts';
import { hashOf } from '../shared/hash.ts';
import type { Kind } from './changes.ts';

export interface PageContent {
  /** By kind and subject. */
  readonly facts: ReadonlyMap<string, Fact>;
  readonly title: string;
  /** The address that it leads to at once, if it is a page that redirects. */
  readonly redirect?: string;
  /** The text of each paragraph, cell or heading, after a digit: `1` to `6` for the level of a heading, `0` otherwise. */
  readonly blocks: readonly string[];
  /** A hash of the text in `<main>`; without one, of all text. Empty if there is no text. */
  readonly main: string;
}

export interface Fact {
  readonly kind: Kind;
  readonly subject: string | undefined;
  readonly texts: ReadonlySet<string>;
  /** Addresses, with the hashes in their names, and scripts or styles in the page. */
  readonly files: ReadonlySet<string | Asset>;
}

/** A file of a site, or a script or stylesheet in a page. */
export interface Asset {
  readonly bytes: number;
  /** A hash of its contents, in which names of other assets do not count. */
  readonly digest: string;
}

/** Where a page is: its path, decoded, and the base in its addresses. */
interface PagePlace {
  readonly path: string;
  readonly base: string;
}

export function readPage(html: string, place: PagePlace): PageContent {
  const facts = new Map<string, Fact & { readonly texts: Set<string>; readonly files: Set<string | Asset> }>();
  const add = ({ kind, subject, text, file }: Found): void => {
    if (subject === undefined && text === '') return;
    const key = `${kind} ${subject ?? ''}`;
    const fact = facts.get(key) ?? { kind, subject, texts: new Set(), files: new Set() };
    facts.set(key, fact);
    if (text !== undefined) fact.texts.add(text);
    if (file !== undefined) fact.files.add(file);
  };
  const { read: readText, found: foundText } = collectText(html);
  scanHtml(html, {
    ...readText,
    onStart(tag) {
      readText.onStart(tag);
      const reader = tag.tree === 'template' ? undefined : READERS.get(tag.element.name);
      const found = reader?.(toReadTag(tag, html, place));
      if (found !== undefined) add(found);
    },
    onTitle: (text) => add({ kind: 'title', text: toLine(text) }),
  });
  const textIn = (kind: Kind) => facts.get(`${kind} `)?.texts.values().next().value;
  const redirect = textIn('moved');
  return { facts, title: textIn('title') ?? '', ...(redirect !== undefined && { redirect }), ...foundText() };
}

/** A part of a fact. */
interface Found {
  readonly kind: Kind;
  readonly subject?: string;
  readonly text?: string;
  readonly file?: string | Asset;
}

type ReadTag = ReturnType<typeof toReadTag>;

function toReadTag(tag: StartTag, html: string, place: PagePlace) {
  return {
    attributes: tag.attributes,
    get: (name: string) => attributeOf(tag.attributes, name),
    address: (written = '') => toAddress(written, place),
    /** The text in a `<script>` or `<style>`. */
    inline: () => toAsset(Buffer.from(textAfter(html, tag)), true),
  };
}

/** @param hasNames true if names of assets can be in it */
export function toAsset(contents: Buffer, hasNames: boolean): Asset {
  return { bytes: contents.length, digest: hashOf(hasNames ? withoutHashes(contents.toString()) : contents) };
}

const READERS = new Map<string, (tag: ReadTag) => Found | undefined>([
  ['meta', readMeta],
  ['link', readLink],
  ['a', readAnchor],
  ['area', readAnchor],
  ['img', readImage],
  ['script', readScript],
  ['style', ({ inline }) => ({ kind: 'style', file: inline() })],
  [ISLAND_TAG, ({ get }) => ({ kind: 'island', subject: get(NAME_ATTRIBUTE) ?? '' })],
]);

function readMeta({ get, address }: ReadTag): Found | undefined {
  const [name, content = ''] = [get('name'), get('content')];
  if (name === 'description') return { kind: 'description', text: toLine(content) };
  if (name === 'robots' && /\bnoindex\b|\bnone\b/i.test(content)) return { kind: 'noindex' };
  if (get('http-equiv')?.toLowerCase() !== 'refresh') return undefined;
  return { kind: 'moved', text: address(/^\s*0\s*[;,]\s*url\s*=\s*['"]?([^'"]*)/i.exec(content)?.[1]) };
}

function readLink({ attributes, get, address }: ReadTag): Found | undefined {
  const [rel, href] = [get('rel'), address(get('href'))];
  if (rel === 'canonical') return { kind: 'canonical', text: href };
  if (rel === 'modulepreload') return { kind: 'script', file: href };
  return isStylesheet(attributes) ? { kind: 'style', file: href } : undefined;
}

function readAnchor({ get, address }: ReadTag): Found | undefined {
  const href = get('href');
  if (href === undefined || href.startsWith('#')) return undefined; // a table of contents repeats the headings
  return { kind: 'link', subject: withoutHash(address(href)), file: address(href) };
}

function readImage({ get, address }: ReadTag): Found {
  const src = address(get('src'));
  return { kind: 'image', subject: withoutHash(src), text: toLine(get('alt') ?? ''), file: src };
}

function readScript({ attributes, get, address, inline }: ReadTag): Found | undefined {
  const src = get('src');
  if (src !== undefined) return { kind: 'script', file: address(src) };
  return isInlineScript(attributes) ? { kind: 'script', file: inline() } : undefined;
}

/** Elements that do not end a block of text. */
const INLINE = new Set(
  `a abbr b bdi bdo br cite code data del dfn em font i img ins kbd label mark picture q rp rt ruby s samp small source
  span strong sub sup time u var wbr ${ISLAND_TAG} ${CHILDREN_TAG}`.split(/\s+/),
);

function collectText(html: string) {
  const blocks: string[] = [];
  const main: string[] = [];
  let [text, level, isMain, isHidden] = ['', 0, false, false];
  const endBlock = () => {
    const line = toLine(text);
    text = '';
    if (line === '') return;
    blocks.push(`${level}${line}`);
    if (isMain) main.push(line);
  };
  /** @param isOpen true for a start tag with contents */
  const readTag = (name: string, isOpen: boolean) => {
    if (!INLINE.has(name)) endBlock();
    if (/^h[1-6]$/.test(name)) level = isOpen ? Number(name[1]) : 0;
    if (name === 'main') isMain = isOpen;
    if (name === 'style' || name === 'script') isHidden = isOpen; // in a drawing, their text is not skipped
  };
  const read = {
    onStart: ({ element: { name }, isEmpty, start }: StartTag): void => {
      readTag(name, !isEmpty);
      // Links of a navigation are often written without spaces.
      if (name === 'br' || name === 'img' || (name === 'a' && html.startsWith('</a>', start - 4))) text += ' ';
    },
    onEnd: ({ name }: StartTag['element']): void => readTag(name, false),
    onText: (start: number, end: number, tree: StartTag['tree']): void => {
      if (tree !== 'template' && !isHidden) text += decodeText(html.slice(start, end));
    },
  };
  const found = () => {
    endBlock();
    const words = main.length > 0 ? main : blocks;
    return { blocks, main: words.length === 0 ? '' : hashOf(words.join('\n')) };
  };
  return { read, found };
}

function toLine(text: string): string {
  const line = text.trim();
  return /\s\s|[^\S ]/.test(line) ? line.replace(/\s+/g, ' ') : line;
}

/** Longer addresses are data. */
const MAX_ADDRESS = 2000;

const ORIGIN = 'http://page.invalid';

/** @returns an address of the site without its base, as pages in other folders would write it */
function toAddress(written: string, { path, base }: PagePlace): string {
  const address = written.trim();
  if (address.length > MAX_ADDRESS) return `${address.slice(0, 40)}… (${hashOf(address)})`;
  if (/^\/(?!\/)/.test(address)) return address.startsWith(base) ? address.slice(base.length - 1) : address;
  const page = ORIGIN + encodeURI(withBase(base, path));
  if (address === '' || /^[a-z][a-z\d+.-]*:|^\/\//i.test(address) || !URL.canParse(address, page)) return address;
  const { origin, pathname, search, hash } = new URL(address, page);
  return origin === ORIGIN && !pathname.startsWith('//')
    ? toAddress(pathname + search + hash, { path, base })
    : address;
}

/** `/assets/photo-480-1f2e3d4c.avif` -> `/assets/photo-480.avif` */
function withoutHash(address: string): string {
  return address.includes('/assets/') ? withoutHashes(address) : address;
}

/** Removes the hashes from names of assets: esbuild also hashes the paths of packages, which are elsewhere in a worktree. */
export function withoutHashes(text: string): string {
  return text.replace(/-(?:[\da-f]{8}|[\dA-Z]{8})(?=\.[a-z])/g, '');
}
