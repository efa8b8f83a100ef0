import { ISLAND_TAG, NAME_ATTRIBUTE } from '../../islands/markup.ts';
import type { Reference } from '../../shared/model.ts';
import type { HtmlFacts, PageImage } from '../../shared/page-facts.ts';
import type { PageStyles } from '../../react/generated-styles.ts';
import { kindOfMeta, splitAddresses, type AddressKind } from '../../shared/address-attributes.ts';
import { unescapeCss } from '../../shared/read-css.ts';
import type { Element } from './html-elements.ts';
import { attributeOf, decodeValue, findTextEnd, scanHtml, type StartTag } from './html-tokenizer.ts';
import { TARGETS } from './targets.ts';
import { trackNesting } from './track-nesting.ts';

type Attributes = StartTag['attributes'];

/** Receives the elements that facts are about, in locating mode. */
export interface TargetWatcher {
  /** Called with each tag before everything that is found in it. */
  readonly onStart: (tag: StartTag) => void;
  readonly onEnd: (element: Element) => void;
  /** @param key from `TARGETS` */
  readonly onTarget: OnTarget;
}

/** @param tag of the element, if it is not the one that was read last */
type OnTarget = (key: string, tag?: StartTag) => void;

/** Reads a page once, from start to end. */
export function inspectPage(html: string, watcher?: TargetWatcher): HtmlFacts {
  const onTarget = watcher?.onTarget;
  const { read: readAddresses, readStyles: readAddressesInStyles, found: foundAddresses } = collectAddresses(onTarget);
  const { read: readElement, found: foundElements } = collectElements(onTarget);
  const { read: readIsland, found: foundIslands } = collectIslands();
  const {
    open: openElement,
    close: closeElement,
    text: readText,
    found: foundMisnested,
  } = trackNesting(html, onTarget);
  const titles: string[] = [];
  scanHtml(html, {
    onStart(tag) {
      watcher?.onStart(tag);
      openElement(tag);
      if (tag.element.name === ISLAND_TAG) readIsland(tag);
      // Broken links in a template are not reported, because the script that copies it often fills them in.
      if (tag.tree === 'template') return;
      if (tag.attributes.length > 0) readAddresses(tag);
      if (tag.element.name === 'style') readAddressesInStyles(textAfter(html, tag));
      if (tag.element.isInspected) readElement(tag);
    },
    onEnd(element) {
      watcher?.onEnd(element);
      closeElement(element);
    },
    onText: readText,
    onTitle(text) {
      titles.push(text.trim());
      onTarget?.(TARGETS.title);
    },
  });
  const { ids, anchors, references } = foundAddresses();
  const { description, noindex, contentPolicy, images, ...others } = foundElements();
  return {
    facts: {
      title: titles[0] ?? '',
      description,
      noindex,
      ids: [...new Set([...ids.map(({ id }) => id), ...anchors])],
      references,
      images,
      ...foundIslands(),
      contentPolicy,
    },
    ...others,
    titles,
    ...findRepeated(html, ids),
    ...foundMisnested(),
  };
}

/** Collects the link targets on a page, and the addresses it refers to. */
function collectAddresses(onTarget?: OnTarget) {
  const ids: { readonly id: string; readonly tag: StartTag }[] = [];
  /** `<a name="…">` */
  const anchors: string[] = [];
  const references: Reference[] = [];
  /** Addresses by attribute, because a policy can allow an address in one place, and block it in another. */
  const known = new Map<string, Set<string>>();
  const add = (reference: Reference) => {
    onTarget?.(TARGETS.reference(reference));
    const urls = known.get(reference.from) ?? new Set();
    if (urls.has(reference.url)) return;
    known.set(reference.from, urls.add(reference.url));
    references.push(reference);
  };
  const addId = (id: string, tag: StartTag) => {
    onTarget?.(TARGETS.id(id));
    ids.push({ id, tag });
  };
  return {
    read: (tag: StartTag): void => {
      const { element, attributes, tree } = tag;
      for (let index = 0; index < attributes.length; index += 2) {
        const name = attributes[index] ?? '';
        const found = element.addresses.get(name);
        const isAnchor = name === 'name' && element.name === 'a';
        if (found === undefined && name !== 'id' && !isAnchor) continue;
        const value = decodeValue(attributes[index + 1] ?? '');
        if (found === undefined) {
          if (tree !== 'page' || value === '') continue;
          if (isAnchor) anchors.push(value);
          else addId(value, tag);
        } else if (found.kind === 'html') addressesInHtml(value).forEach(add);
        else for (const url of addressesIn(kindOf(found.kind, attributes), value)) add({ url, from: found.from });
      }
    },
    readStyles: (text: string): void => addressesIn('css', text).forEach((url) => add({ url, from: 'style' })),
    found: () => ({ ids, anchors, references }),
  };
}

function kindOf(kind: AddressKind, attributes: Attributes): AddressKind {
  if (kind !== 'meta') return kind;
  const [httpEquiv, ...names] = ['http-equiv', 'name', 'property', 'itemprop'].map((name) =>
    attributeOf(attributes, name),
  );
  return kindOfMeta(httpEquiv, names) ?? kind;
}

const NO_ADDRESSES: readonly string[] = [];

/** A candidate of a `srcset` with a space in its address counts as a whole. */
function addressesIn(kind: AddressKind, value: string): readonly string[] {
  // Without a list of parts, because it runs for most references of each page.
  if (kind === 'address') return [value.trim()];
  const parts = splitAddresses(kind, value);
  if (parts.length === 1) return NO_ADDRESSES;
  const found = parts.map((part, index) => (kind === 'srcset' ? toCandidate(part, parts[index + 1] ?? '') : part));
  const addresses = found.filter((_, index) => index % 2 === 1);
  if (kind !== 'css') return addresses;
  return addresses.filter((address) => address !== '' && !/^data:/i.test(address)).map(unescapeCss);
}

/** @param after the text up to the next address: ` 2x, ` */
function toCandidate(address: string, after: string): string {
  const [descriptors = ''] = after.split(',');
  const isValid = /^\s*(?:$|\(|[\d.]+[wxh](?:\s|$))/i.test(descriptors);
  return isValid ? address : `${address} ${descriptors.trim()}`;
}

/** The addresses in a `srcdoc`, where `#id` is not an element of the page. */
function addressesInHtml(html: string): readonly Reference[] {
  const { read, readStyles: readText, found } = collectAddresses();
  scanHtml(html, {
    onStart(tag) {
      if (tag.tree === 'template') return;
      read(tag);
      if (tag.element.name === 'style') readText(textAfter(html, tag));
    },
  });
  return found().references.filter(({ url }) => !url.startsWith('#'));
}

/** The text of a `<style>` or `<script>`. */
function textAfter(html: string, { element, end, isEmpty }: StartTag): string {
  return isEmpty ? '' : html.slice(end, findTextEnd(html, element.name, end));
}

/** Collects elements with facts about the page, and elements that checks need. */
function collectElements(onTarget?: OnTarget) {
  let [description, contentPolicy, noindex, h1Count, mainCount] = ['', '', false, 0, 0];
  let hasSource = false;
  const stylesheets: string[] = [];
  const imagesWithoutAlt: string[] = [];
  const images: PageImage[] = [];
  const inline = new Set<'script' | 'style'>();
  const readMeta = (attributes: Attributes) => {
    const name = attributeOf(attributes, 'name')?.trim().toLowerCase();
    const content = attributeOf(attributes, 'content') ?? '';
    if (isContentPolicy(attributes)) contentPolicy = content;
    if (name === 'description') description = content;
    // Search engines combine several, and know values such as `max-image-preview:none`.
    if (name === 'robots') noindex ||= /(?:^|[\s,])(?:noindex|none)(?=$|[\s,])/i.test(content);
  };
  const readLink = (attributes: Attributes) => {
    if (isStylesheet(attributes)) stylesheets.push(attributeOf(attributes, 'href') ?? '');
  };
  const readImage = (attributes: Attributes) => {
    const [src = '', width, height] = ['src', 'width', 'height'].map((name) => attributeOf(attributes, name));
    const hasOthers = hasSource || attributeOf(attributes, 'srcset') !== undefined;
    hasSource = false;
    if (!hasTextAlternative(attributes)) {
      imagesWithoutAlt.push(src);
      onTarget?.(TARGETS.imageWithoutAlt(src));
    }
    if (src === '' || /^\s*data:/i.test(src)) return;
    const size = { width: toPixels(width), height: toPixels(height) };
    const hasSize = size.width >= 0 && size.height >= 0;
    const image = { src, ...(hasSize && { size }), hasOthers };
    images.push(image);
    onTarget?.(TARGETS.image(image));
  };
  const readMain = (attributes: Attributes) => {
    if (attributeOf(attributes, 'hidden') !== undefined) return;
    mainCount += 1;
    onTarget?.(TARGETS.main);
  };
  const addInline = (kind: 'script' | 'style') => {
    inline.add(kind);
    onTarget?.(TARGETS.inline(kind));
  };
  const readHeading = () => {
    h1Count += 1;
    onTarget?.(TARGETS.h1);
  };
  return {
    read: ({ element: { name }, attributes, tree }: StartTag): void => {
      if (name === 'img') readImage(attributes);
      else if (name === 'source') hasSource = attributeOf(attributes, 'srcset') !== undefined;
      else if (name === 'link') readLink(attributes);
      else if (name === 'style') addInline('style');
      else if (name === 'script') {
        if (isInlineScript(attributes)) addInline('script');
      } else if (tree !== 'page') return;
      else if (name === 'meta') readMeta(attributes);
      else if (name === 'h1') readHeading();
      else if (name === 'main') readMain(attributes);
    },
    found: () => ({
      description,
      noindex,
      contentPolicy,
      h1Count,
      mainCount,
      stylesheets,
      images,
      imagesWithoutAlt,
      inline: [...inline],
    }),
  };
}

/** Collects the islands on the page. */
function collectIslands() {
  const names = new Set<string>();
  return {
    read: ({ attributes }: StartTag): void => {
      names.add(attributeOf(attributes, NAME_ATTRIBUTE) ?? '');
    },
    found: () => ({ islands: [...names].toSorted() }),
  };
}

function findRepeated(html: string, ids: readonly { readonly id: string; readonly tag: StartTag }[]) {
  const first = new Map<string, StartTag>();
  const [repeated, copied] = [new Set<string>(), new Set<string>()];
  for (const { id, tag } of ids) {
    const known = first.get(id);
    if (known === undefined) first.set(id, tag);
    else (isCopy(html, known, tag) ? copied : repeated).add(id);
  }
  return { repeatedIds: [...repeated], copiedIds: [...copied].filter((id) => !repeated.has(id)) };
}

/** What drawings refer to by an address: that of the first one, which looks alike. */
const DEFINITION = /^<(clipPath|filter|linearGradient|marker|mask|pattern|radialGradient|symbol)\b/i;

function isCopy(html: string, one: StartTag, other: StartTag): boolean {
  const textOf = ({ start, end }: StartTag) => {
    const [, name] = DEFINITION.exec(html.slice(start, end)) ?? [];
    return name && html.slice(start, html.indexOf(`</${name}>`, end));
  };
  const text = textOf(one);
  return text !== undefined && text === textOf(other);
}

/** Reads classes and inline styles, for the few sites whose libraries generate styles. */
export function readStyles(html: string): PageStyles {
  const page = new Set<string>();
  const classes = [page];
  const inline: string[] = [];
  let current = page;
  scanHtml(html, {
    readsClasses: true,
    onStart(tag) {
      const { element, attributes } = tag;
      if (element.isIsland) classes.push((current = new Set()));
      for (const name of attributeOf(attributes, 'class')?.split(/\s+/) ?? []) current.add(name);
      if (element.name === 'style') inline.push(textAfter(html, tag));
    },
    onEnd(element) {
      if (element.isIsland) current = page;
    },
  });
  return { classes, inline };
}

/** Each `<meta http-equiv="Content-Security-Policy">` of a page: its content, and its place in the HTML. */
export function findContentPolicies(html: string): { policy: string; start: number; end: number }[] {
  const found: { policy: string; start: number; end: number }[] = [];
  scanHtml(html, {
    onStart({ element, attributes, tree, start, end }) {
      if (element.name !== 'meta' || tree !== 'page' || !isContentPolicy(attributes)) return;
      found.push({ policy: attributeOf(attributes, 'content') ?? '', start, end });
    },
  });
  return found;
}

/** Screen readers read the name that ARIA gives an image, or skip the image. */
function hasTextAlternative(attributes: Attributes): boolean {
  const [hidden, role = ''] = ['aria-hidden', 'role'].map((name) => attributeOf(attributes, name));
  const isNamed = ['alt', 'aria-label', 'aria-labelledby'].some((name) => attributeOf(attributes, name) !== undefined);
  return isNamed || hidden === 'true' || /^\s*(?:none|presentation)\b/i.test(role);
}

/** `300px` is 300 to browsers, and `50%` no number of pixels: https://html.spec.whatwg.org/#rules-for-parsing-dimension-values */
function toPixels(written = ''): number {
  return /^\s*\d[\d.]*\s*%/.test(written) ? NaN : Number(/^\s*(\d+(?:\.\d+)?)/.exec(written)?.[1]);
}

/** Policies apply to scripts and import maps. Other types are data: https://html.spec.whatwg.org/#prepare-the-script-element */
function isInlineScript(attributes: Attributes): boolean {
  const type = attributeOf(attributes, 'type') ?? '';
  const isData = !/^\s*(?:|module|importmap|(?:text|application)\/(?:x-)?(?:java|ecma)script)\s*$/i.test(type);
  return attributeOf(attributes, 'src') === undefined && !isData;
}

function isStylesheet(attributes: Attributes): boolean {
  return /\bstylesheet\b/i.test(attributeOf(attributes, 'rel') ?? '');
}

function isContentPolicy(attributes: Attributes): boolean {
  return attributeOf(attributes, 'http-equiv')?.toLowerCase() === 'content-security-policy';
}
