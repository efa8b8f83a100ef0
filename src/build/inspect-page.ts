import { Parser } from 'htmlparser2';
import { ISLAND_TAG, NAME_ATTRIBUTE } from '../islands/markers.ts';
import type { HtmlFacts, Reference } from '../page-facts.ts';
import { findMisnesting } from './nesting.ts';

type Attributes = Readonly<Record<string, string>>;

/** The attributes that name another address, by their elements. Others hold none, or none that a browser follows. */
const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  area: ['href'],
  audio: ['src'],
  embed: ['src'],
  form: ['action'],
  iframe: ['src'],
  image: ['href'],
  img: ['src', 'srcset'],
  input: ['src'],
  link: ['href'],
  object: ['data'],
  script: ['src'],
  source: ['src', 'srcset'],
  track: ['src'],
  use: ['href'],
  video: ['src', 'poster'],
};

/** Elements without an end tag. */
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

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
  const misnested = new Set<string>();
  const inline = new Set<'script' | 'style'>();
  /** The elements around what is being read, from the outside in; and those that the parser has closed by itself. */
  const open: string[] = [];
  const closed: string[] = [];

  const readMeta = ({ name, content = '', ...attributes }: Attributes) => {
    if (isContentPolicy(attributes)) contentPolicy = content;
    if (name === 'description') description = content;
    if (name === 'robots') noindex = /\bnoindex\b|\bnone\b/i.test(content);
  };

  const parser = new Parser({
    onopentag(element, attributes, isImplied) {
      if (isImplied) return; // made by the parser, for an end tag without a beginning
      if (attributes['id'] !== undefined) ids.push(attributes['id']);
      const names = REFERENCES[element];
      if (names !== undefined) {
        for (const reference of referencesOf(element, names, attributes)) references.set(reference.url, reference);
      }
      switch (element) {
        case 'meta':
          readMeta(attributes);
          break;
        case 'h1':
          h1Count += 1;
          break;
        case 'img':
          if (attributes['alt'] === undefined) imagesWithoutAlt.push(attributes['src'] ?? '');
          break;
        case 'style':
          inline.add('style');
          break;
        case 'script':
          if (isInlineScript(attributes)) inline.add('script');
          break;
        case ISLAND_TAG:
          islands.add(attributes[NAME_ATTRIBUTE] ?? '');
          break;
        default:
      }
      const around = findMisnesting(element, closed.length === 0 ? open : [...open, ...closed]);
      if (around !== undefined) misnested.add(`a <${element}> in a <${around}>`);
      closed.length = 0;
      open.push(element);
    },
    ontext(text) {
      if (open.at(-1) === 'title' && !open.includes('svg')) title += text;
    },
    onclosetag(element, isImplied) {
      if (open.at(-1) !== element) return;
      open.pop();
      if (isImplied && !VOID.has(element)) closed.unshift(element);
    },
  });
  parser.end(html);
  const facts = {
    title: title.trim(),
    description,
    noindex,
    ids: [...new Set(ids)],
    references: [...references.values()],
    islands: [...islands].toSorted(),
  };
  const noted = { contentPolicy, h1Count, imagesWithoutAlt, repeatedIds: repeated(ids) };
  return { facts, ...noted, misnested: [...misnested], inline: [...inline] };
}

function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(ids.filter((id) => seen.size === seen.add(id).size))];
}

function referencesOf(element: string, names: readonly string[], attributes: Attributes): Reference[] {
  return names.flatMap((name) => {
    const value = attributes[name];
    if (value === undefined) return [];
    const urls = name === 'srcset' ? addressesInSrcset(value) : [value.trim()];
    return urls.map((url) => ({ url, from: `${element}[${name}]` }));
  });
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
  const parser = new Parser({
    onopentag(element, attributes) {
      if (element !== 'meta' || !isContentPolicy(attributes)) return;
      found = { policy: attributes['content'] ?? '', start: parser.startIndex, end: parser.endIndex + 1 };
    },
  });
  parser.end(html);
  return found;
}

/** Other types are data, which nothing runs. */
function isInlineScript({ src, type = '' }: Attributes): boolean {
  return src === undefined && /^(|module|text\/javascript)$/i.test(type);
}

function isContentPolicy(attributes: Attributes): boolean {
  return attributes['http-equiv']?.toLowerCase() === 'content-security-policy';
}
