/** The search: used by the build for the index, and in the browser by the island `search`. */
import type MiniSearch from 'minisearch';
import type { Options, SearchResult } from 'minisearch';

/** A section of a page: the words below one heading. */
export interface Section {
  /** Its address: `/writing/code/#titles`. */
  readonly id: string;
  /** The title of the page. */
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

export const options: Options<Section> = {
  fields: ['heading', 'title', 'text'],
  storeFields: ['heading', 'title', 'text'],
  tokenize,
  processTerm: fold,
  searchOptions: {
    boost: { heading: 4, title: 2 },
    combineWith: 'AND',
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  },
};

/** Chinese, Japanese and others: words without spaces between them. */
const UNSPACED = '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]';
const isUnspaced = new RegExp(UNSPACED, 'u');
/** `HTTPServer` is found by "server". */
const INNER_WORD = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

let segmenter: Intl.Segmenter | undefined;

/** @param field absent for a query */
function tokenize(text: string, field?: string): string[] {
  return text.split(/[\n\r\p{Z}\p{P}]+/u).flatMap((word) => {
    if (isUnspaced.test(word)) {
      segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
      return Array.from(segmenter.segment(word), ({ segment }) => segment);
    }
    const inner = field === undefined ? [] : word.split(INNER_WORD);
    return inner.length > 1 ? [word, ...inner] : [word];
  });
}

/** Letters that are no other letter with an accent. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** "Über" is found by "uber", and "Straße" by "strasse"; the marks of Japanese kana count. */
function fold(term: string): string {
  const plain = term
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\P{M}\u3099\u309A]/gu, '');
  return plain.replace(/[ßæœøłđı]/g, (letter) => LETTERS[letter] ?? letter).normalize('NFC');
}

/** @returns the sections with all words of a query; without one, those with some of them */
export function find(index: MiniSearch<Section>, query: string): SearchResult[] {
  const all = index.search(query);
  return all.length > 0 ? all : index.search(query, { combineWith: 'OR' });
}

/** @returns about 150 characters of a text, around the first of the terms that it contains */
export function excerpt(text: string, terms: readonly string[]): string {
  const found = text.search(anyOf(terms));
  const start = found < 60 ? 0 : Math.max(text.lastIndexOf(' ', found - 40) + 1, found - 60);
  const end = start + 150;
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}

/** @returns a text in parts: each second one is a term */
export function splitAtTerms(text: string, terms: readonly string[]): readonly string[] {
  return terms.length === 0 ? [text] : text.split(anyOf(terms));
}

function anyOf(terms: readonly string[]): RegExp {
  const escaped = terms.map((term) => term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`(?:(?<![\\p{L}\\p{N}])|(?=${UNSPACED}))(${escaped.join('|')})`, 'iu');
}
