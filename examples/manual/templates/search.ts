/** A part of a document below one heading, in the index that `files/search.json.ts` generates. */
export interface Section {
  /** `/config/#base` */
  readonly address: string;
  /** The title of the document. */
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

/** @returns the sections that contain every word of the query, or words that start with it, the best first */
export function findSections(sections: readonly Section[], query: string): readonly Section[] {
  const words = query.toLowerCase().match(/\S+/g) ?? [];
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, scores: words.map((word) => score(section, word)) }))
    .filter(({ scores }) => scores.every((points) => points > 0))
    .map(({ section, scores }) => ({ section, total: scores.reduce((sum, points) => sum + points) }))
    .toSorted((a, b) => b.total - a.total)
    .map(({ section }) => section);
}

function score({ page, heading, text }: Section, word: string): number {
  const isHeading = heading.toLowerCase() === word ? 8 : 0;
  return isHeading + (hasWord(heading, word) ? 4 : 0) + (hasWord(page, word) ? 2 : 0) + (hasWord(text, word) ? 1 : 0);
}

function hasWord(text: string, start: string): boolean {
  return indexOfWord(text, start) >= 0;
}

function indexOfWord(text: string, start: string): number {
  const lower = text.toLowerCase();
  let index = lower.indexOf(start);
  while (index > 0 && /\w/.test(lower.charAt(index - 1))) index = lower.indexOf(start, index + 1);
  return index;
}

/** The text around the first word of the query. */
export function excerpt({ text }: Section, query: string): string {
  const [first = ''] = query.toLowerCase().match(/\S+/g) ?? [];
  const start = Math.max(0, text.lastIndexOf(' ', indexOfWord(text, first) - 40));
  const end = start + 140;
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}
