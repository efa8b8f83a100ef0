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
  // "Über" is found by "uber".
  processTerm: (term) => term.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
  searchOptions: {
    boost: { heading: 4, title: 2 },
    combineWith: 'AND',
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  },
};

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
  return new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join('|')})`, 'iu');
}
