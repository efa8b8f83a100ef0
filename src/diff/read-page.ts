/** Reduces a finished page to the facts that readers and search engines see. */
import { decodeText, attributeOf, scanHtml, type StartTag } from '../check/html/html-tokenizer.ts';
import { isInlineScript, isStylesheet, textAfter } from '../check/html/inspect-html.ts';
import { CHILDREN_TAG, ISLAND_TAG, NAME_ATTRIBUTE } from '../islands/markup.ts';
import { withBase } from '../shared/address.ts';
import { hashOf } from '../shared/hash.ts';

export interface PageContent {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly noindex: boolean;
  /** The address that it leads to at once, if it is a page that redirects. */
  readonly redirect?: string;
  /** The text of each paragraph, cell or heading, after a digit: `1` to `6` for the level of a heading, `0` otherwise. */
  readonly blocks: readonly string[];
  /** A hash of the text in `<main>`; without one, of all text. Empty if there is no text. */
  readonly main: string;
  /** By its address, without the hash in its name: the address as it is. */
  readonly links: ReadonlyMap<string, string>;
  readonly images: ReadonlyMap<string, PageImage>;
  /** The names of its islands, sorted. */
  readonly islands: readonly string[];
  readonly scripts: readonly PageAsset[];
  readonly styles: readonly PageAsset[];
}

interface PageImage {
  /** Its alternative texts, one a line. */
  readonly alt: string;
  readonly address: string;
}

/** A script or stylesheet. */
export interface PageAsset {
  readonly address: string;
  /** Of its text, if it is in the page. */
  readonly inline?: { readonly bytes: number; readonly digest: string };
}

/** Where a page is: its path, decoded, and the base in its addresses. */
export interface PagePlace {
  readonly path: string;
  readonly base: string;
}

/** Elements that do not end a block of text. */
const INLINE = new Set(
  `a abbr b bdi bdo br cite code data del dfn em font i img ins kbd label mark picture q rp rt ruby s samp small source
  span strong sub sup time u var wbr ${ISLAND_TAG} ${CHILDREN_TAG}`.split(/\s+/),
);

const HEADING = /^h[1-6]$/;

export function readPage(html: string, place: PagePlace): PageContent {
  const { read: readText, found: foundText } = collectText(html);
  const { read: readTag, found: foundTags } = collectTags(html, place);
  let title: string | undefined;
  scanHtml(html, {
    ...readText,
    onStart(tag) {
      readText.onStart(tag);
      if (tag.tree !== 'template') readTag(tag);
    },
    onTitle: (text) => void (title ??= toLine(text)),
  });
  return { title: title ?? '', ...foundTags(), ...foundText() };
}

function collectText(html: string) {
  const blocks: string[] = [];
  const main: string[] = [];
  let [text, level, mains, isHidden] = ['', 0, 0, false];
  const endBlock = () => {
    const line = toLine(text);
    text = '';
    if (line === '') return;
    blocks.push(`${level}${line}`);
    if (mains > 0) main.push(line);
  };
  const read = {
    onStart: ({ element: { name }, isEmpty, start }: StartTag): void => {
      if (!INLINE.has(name)) endBlock();
      // Links of a navigation are often written without spaces.
      else if (name === 'br' || name === 'img' || (name === 'a' && html.startsWith('</a>', start - 4))) text += ' ';
      if (HEADING.test(name)) level = Number(name[1]);
      if (name === 'main') mains += 1;
      if ((name === 'style' || name === 'script') && !isEmpty) isHidden = true; // in a drawing, their text is not skipped
    },
    onEnd: ({ name }: StartTag['element']): void => {
      if (!INLINE.has(name)) endBlock();
      if (HEADING.test(name)) level = 0;
      if (name === 'main') mains = Math.max(0, mains - 1);
      if (name === 'style' || name === 'script') isHidden = false;
    },
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

function collectTags(html: string, place: PagePlace) {
  let [description, canonical, noindex, redirect] = ['', '', false, ''];
  const links = new Map<string, string>();
  const images = new Map<string, PageImage>();
  const islands = new Set<string>();
  const scripts: PageAsset[] = [];
  const styles: PageAsset[] = [];
  const addressIn = ({ attributes }: StartTag, name: string) => toAddress(attributeOf(attributes, name) ?? '', place);
  const toInline = (tag: StartTag): PageAsset => {
    const text = textAfter(html, tag);
    return { address: '', inline: { bytes: Buffer.byteLength(text), digest: hashOf(withoutHashes(text)) } };
  };
  const readMeta = ({ attributes }: StartTag) => {
    const [name, httpEquiv, content = ''] = ['name', 'http-equiv', 'content'].map((one) =>
      attributeOf(attributes, one),
    );
    if (name === 'description') description = toLine(content);
    if (name === 'robots') noindex = /\bnoindex\b|\bnone\b/i.test(content);
    if (httpEquiv?.toLowerCase() === 'refresh')
      redirect = toAddress(/^\s*0\s*[;,]\s*url\s*=\s*['"]?([^'"]*)/i.exec(content)?.[1] ?? '', place);
  };
  const readLink = (tag: StartTag) => {
    const rel = attributeOf(tag.attributes, 'rel') ?? '';
    if (rel === 'canonical') canonical = addressIn(tag, 'href');
    if (rel === 'modulepreload') scripts.push({ address: addressIn(tag, 'href') });
    if (isStylesheet(tag.attributes)) styles.push({ address: addressIn(tag, 'href') });
  };
  const readAnchor = (tag: StartTag) => {
    const written = attributeOf(tag.attributes, 'href');
    if (written === undefined || written.startsWith('#')) return; // a table of contents repeats the headings
    const address = toAddress(written, place);
    links.set(withoutHash(address), address);
  };
  const readImage = (tag: StartTag) => {
    const address = addressIn(tag, 'src');
    const alt = toLine(attributeOf(tag.attributes, 'alt') ?? '');
    const known = images.get(withoutHash(address))?.alt.split('\n') ?? [];
    images.set(withoutHash(address), { alt: [...new Set([...known, alt])].join('\n'), address });
  };
  const readScript = (tag: StartTag) => {
    if (attributeOf(tag.attributes, 'src') !== undefined) scripts.push({ address: addressIn(tag, 'src') });
    else if (isInlineScript(tag.attributes)) scripts.push(toInline(tag));
  };
  const readers: Readonly<Record<string, (tag: StartTag) => unknown>> = {
    meta: readMeta,
    link: readLink,
    a: readAnchor,
    area: readAnchor,
    img: readImage,
    script: readScript,
    style: (tag) => styles.push(toInline(tag)),
    [ISLAND_TAG]: ({ attributes }) => islands.add(attributeOf(attributes, NAME_ATTRIBUTE) ?? ''),
  };
  const known = new Map(Object.entries(readers));
  return {
    read: (tag: StartTag): void => void known.get(tag.element.name)?.(tag),
    found: () => ({
      description,
      canonical,
      noindex,
      ...(redirect !== '' && { redirect }),
      links,
      images,
      islands: [...islands].toSorted(),
      scripts,
      styles,
    }),
  };
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
