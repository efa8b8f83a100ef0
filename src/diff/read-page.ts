/** Reduces a finished page to what readers and search engines see. */
import { decodeText, attributeOf, scanHtml, type StartTag } from '../check/html/html-tokenizer.ts';
import { CHILDREN_TAG, ISLAND_TAG, NAME_ATTRIBUTE } from '../islands/markup.ts';
import type { Kind } from './changes.ts';

export interface PageContent {
  /** By kind and subject. */
  readonly facts: ReadonlyMap<string, Fact>;
  readonly title: string;
  /** The text of each paragraph, cell or heading. */
  readonly blocks: readonly string[];
}

export interface Fact {
  readonly kind: Kind;
  readonly subject?: string;
  readonly text?: string;
}

export function readPage(html: string): PageContent {
  const facts = new Map<string, Fact>();
  const add = (fact: Fact): void => {
    const key = `${fact.kind} ${fact.subject ?? ''}`;
    const isEmpty = fact.subject === undefined && fact.text === '';
    if (!facts.has(key) && !isEmpty) facts.set(key, fact);
  };
  const { readText, blocks } = collectText(html);
  scanHtml(html, {
    ...readText,
    onStart(tag) {
      readText.onStart(tag);
      if (tag.tree === 'template') return;
      const get = (name: string) => attributeOf(tag.attributes, name);
      const fact = READERS.get(tag.element.name)?.(get);
      if (fact !== undefined) add(fact);
    },
    onTitle: (text) => add({ kind: 'title', text: toLine(text) }),
  });
  return { facts, title: facts.get('title ')?.text ?? '', blocks: blocks() };
}

type GetAttribute = (name: string) => string | undefined;

const READERS = new Map<string, (get: GetAttribute) => Fact | undefined>([
  ['meta', readMeta],
  ['link', (get) => (get('rel') === 'canonical' ? { kind: 'canonical', text: get('href') ?? '' } : undefined)],
  ['a', readAnchor],
  ['area', readAnchor],
  ['img', (get) => ({ kind: 'image', subject: withoutHashes(get('src') ?? ''), text: toLine(get('alt') ?? '') })],
  [ISLAND_TAG, (get) => ({ kind: 'island', subject: get(NAME_ATTRIBUTE) ?? '' })],
]);

function readMeta(get: GetAttribute): Fact | undefined {
  const [name, content = ''] = [get('name'), get('content')];
  if (name === 'description') return { kind: 'description', text: toLine(content) };
  return name === 'robots' && /\bnoindex\b|\bnone\b/i.test(content) ? { kind: 'noindex' } : undefined;
}

function readAnchor(get: GetAttribute): Fact | undefined {
  const href = get('href');
  // A table of contents repeats the headings.
  return href === undefined || href.startsWith('#') ? undefined : { kind: 'link', subject: withoutHashes(href) };
}

/** Elements that do not end a block of text. */
const INLINE = new Set(
  `a abbr b bdi bdo br cite code data del dfn em font i img ins kbd label mark picture q rp rt ruby s samp small source
  span strong sub sup time u var wbr ${ISLAND_TAG} ${CHILDREN_TAG}`.split(/\s+/),
);

function collectText(html: string) {
  const found: string[] = [];
  let [text, isHidden] = ['', false];
  const endBlock = () => {
    const line = toLine(text);
    text = '';
    if (line !== '') found.push(line);
  };
  /** @param isOpen true for a start tag with contents */
  const readTag = (name: string, isOpen: boolean) => {
    if (!INLINE.has(name)) endBlock();
    if (name === 'style' || name === 'script') isHidden = isOpen; // in a drawing, their text is not skipped
  };
  const readText = {
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
  const blocks = () => {
    endBlock();
    return found;
  };
  return { readText, blocks };
}

function toLine(text: string): string {
  const line = text.trim();
  return /\s\s|[^\S ]/.test(line) ? line.replace(/\s+/g, ' ') : line;
}

/**
 * Removes the hashes from names of assets: `/assets/photo-480-1f2e3d4c.avif` -> `/assets/photo-480.avif`. esbuild also hashes the
 * paths of packages, which are elsewhere in a worktree.
 */
export function withoutHashes(text: string): string {
  return text.replace(/-(?:[\da-f]{8}|[\dA-Z]{8})(?=\.[a-z])/g, '');
}
