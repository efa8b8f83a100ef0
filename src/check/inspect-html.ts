import { ISLAND_TAG, NAME_ATTRIBUTE } from '../islands/protocol.ts';
import type { HtmlFacts, Reference } from '../core/page-facts.ts';
import type { Element } from './html-elements.ts';
import { findMisnesting } from './html-nesting.ts';
import { attributeOf, scanHtml, type StartTag } from './html-tokenizer.ts';

type Attributes = StartTag['attributes'];

/** Reads a page once, from start to end. */
export function inspectPage(html: string): HtmlFacts {
  const ids: string[] = [];
  const references = new Map<string, Reference>();
  const imagesWithoutAlt: string[] = [];
  const islands = new Set<string>();
  let title = '';
  let description = '';
  let noindex = false;
  let h1Count = 0;
  let contentPolicy = '';
  const stylesheets: string[] = [];
  const misnested = new Set<string>();
  const inline = new Set<'script' | 'style'>();
  /** The elements around what is being read, from the outside in. */
  const open: Element[] = [];

  const readMeta = (attributes: Attributes) => {
    const name = attributeOf(attributes, 'name');
    const content = attributeOf(attributes, 'content') ?? '';
    if (isContentPolicy(attributes)) contentPolicy = content;
    if (name === 'description') description = content;
    if (name === 'robots') noindex = /\bnoindex\b|\bnone\b/i.test(content);
  };

  scanHtml(html, {
    onStart({ element, attributes, isEmpty }) {
      const { name } = element;
      if (attributes.length > 0) {
        const id = attributeOf(attributes, 'id');
        if (id !== undefined) ids.push(id);
        for (const { attribute, from } of element.references) {
          const value = attributeOf(attributes, attribute);
          if (value === undefined) continue;
          const urls = attribute === 'srcset' ? addressesInSrcset(value) : [value.trim()];
          for (const url of urls) references.set(url, { url, from });
        }
      }
      switch (name) {
        case 'meta':
          readMeta(attributes);
          break;
        case 'link':
          if (isStylesheet(attributes)) stylesheets.push(attributeOf(attributes, 'href') ?? '');
          break;
        case 'h1':
          h1Count += 1;
          break;
        case 'img':
          if (attributeOf(attributes, 'alt') === undefined) imagesWithoutAlt.push(attributeOf(attributes, 'src') ?? '');
          break;
        case 'style':
          inline.add('style');
          break;
        case 'script':
          if (isInlineScript(attributes)) inline.add('script');
          break;
        case ISLAND_TAG:
          islands.add(attributeOf(attributes, NAME_ATTRIBUTE) ?? '');
          break;
        default:
      }
      const around = findMisnesting(element, open);
      if (around !== undefined) misnested.add(`a <${name}> in a <${around}>`);
      if (!isEmpty) open.push(element);
    },
    onEnd(element) {
      const index = open.lastIndexOf(element);
      if (index === open.length - 1) open.pop();
      else if (index !== -1) open.length = index;
    },
    onTitle: (text) => (title += text),
  });
  const facts = {
    title: title.trim(),
    description,
    noindex,
    ids: [...new Set(ids)],
    references: [...references.values()],
    islands: [...islands].toSorted(),
    contentPolicy,
  };
  const noted = { stylesheets, h1Count, imagesWithoutAlt, repeatedIds: repeated(ids) };
  return { facts, ...noted, misnested: [...misnested], inline: [...inline] };
}

function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(ids.filter((id) => seen.size === seen.add(id).size))];
}

/** `/a.jpg 1x, /b.jpg 2x` -> `/a.jpg`, `/b.jpg` */
function addressesInSrcset(value: string): string[] {
  return value
    .split(/,\s+/)
    .map((candidate) => candidate.trim().split(/\s+/)[0] ?? '')
    .filter(Boolean);
}

/** The page's `<meta http-equiv="Content-Security-Policy">`: what it says, and where in the HTML it stands. */
export function findContentPolicy(html: string): { policy: string; start: number; end: number } | undefined {
  let found: { policy: string; start: number; end: number } | undefined;
  scanHtml(html, {
    onStart({ element, attributes, start, end }) {
      if (element.name !== 'meta' || !isContentPolicy(attributes)) return;
      found = { policy: attributeOf(attributes, 'content') ?? '', start, end };
    },
  });
  return found;
}

/** Other types are data, which nothing runs. */
function isInlineScript(attributes: Attributes): boolean {
  const type = attributeOf(attributes, 'type') ?? '';
  return attributeOf(attributes, 'src') === undefined && /^(|module|text\/javascript)$/i.test(type);
}

function isStylesheet(attributes: Attributes): boolean {
  return /\bstylesheet\b/i.test(attributeOf(attributes, 'rel') ?? '');
}

function isContentPolicy(attributes: Attributes): boolean {
  return attributeOf(attributes, 'http-equiv')?.toLowerCase() === 'content-security-policy';
}
