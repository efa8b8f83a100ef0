import { Parser } from 'htmlparser2';
import { ISLAND_TAG, NAME_ATTRIBUTE } from '../islands/markers.ts';
import type { PageFacts, Reference } from '../model.ts';

/** What a page's HTML says of itself. */
export type HtmlFacts = Omit<PageFacts, 'route' | 'size'>;

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
  let svgDepth = 0;
  let inTitle = false;

  const readMeta = ({ name, content = '' }: Attributes) => {
    if (name === 'description') description = content;
    if (name === 'robots') noindex = /\bnoindex\b|\bnone\b/i.test(content);
  };

  const parser = new Parser({
    onopentag(element, attributes) {
      if (attributes['id'] !== undefined) ids.push(attributes['id']);
      for (const reference of referencesOf(element, attributes)) references.set(reference.url, reference);
      switch (element) {
        case 'svg':
          svgDepth += 1;
          break;
        case 'title':
          inTitle = svgDepth === 0;
          break;
        case 'meta':
          readMeta(attributes);
          break;
        case 'h1':
          h1Count += 1;
          break;
        case 'img':
          if (attributes['alt'] === undefined) imagesWithoutAlt.push(attributes['src'] ?? '');
          break;
        case ISLAND_TAG:
          islands.add(attributes[NAME_ATTRIBUTE] ?? '');
          break;
        default:
      }
    },
    ontext(text) {
      if (inTitle) title += text;
    },
    onclosetag(element) {
      if (element === 'title') inTitle = false;
      if (element === 'svg') svgDepth -= 1;
    },
  });
  parser.end(html);
  return {
    title: title.trim(),
    description,
    noindex,
    h1Count,
    ids,
    references: [...references.values()],
    imagesWithoutAlt,
    islands: [...islands].toSorted(),
  };
}

function referencesOf(element: string, attributes: Attributes): Reference[] {
  const names = REFERENCES[element] ?? [];
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
      if (element !== 'meta' || attributes['http-equiv']?.toLowerCase() !== 'content-security-policy') return;
      found = { policy: attributes['content'] ?? '', start: parser.startIndex, end: parser.endIndex + 1 };
    },
  });
  parser.end(html);
  return found;
}
