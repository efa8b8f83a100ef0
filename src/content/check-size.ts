import type { ContentMistake } from './content-problem.ts';

/** Levels of lists and quotes: far more than documents have, and far fewer than overflow the stack of a thread. */
export const MAX_DEPTH = 300;

/** Elements and texts of a document: a book of 1,000 pages has fewer. */
export const MAX_NODES = 150_000;

/** Bare addresses, which become links: finding them takes longer than all other rules. */
export const MAX_ADDRESSES = 30_000;

export const MAX_COLUMNS = 500;

/** Rows that are shorter than the first have empty cells. After some more of them, markdown-it ends the table. */
export const MAX_EMPTY_CELLS = 60_000;

/** Attributes of one element in HTML. */
export const MAX_ATTRIBUTES = 1000;

/** Documents within a document: each is parsed separately. */
export const MAX_FRAMES = 1000;

export const TOO_DEEP = `The content is nested more than ${MAX_DEPTH} levels deep.`;
export const TOO_MANY = `The file has more than ${MAX_NODES} elements.`;

/** In UTF-16 units. */
export const MAX_LENGTH = 2_000_000;

/** `> `, `- `, `12. ` */
const MARKER = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;

/** `|---|:-:|`, also in a quote or a list. */
const DELIMITER_ROW = /^[ \t>]*[|:-][|: \t-]*$/;

/**
 * Finds what would keep the MDX compiler busy for seconds, or exhaust its memory. Nested containers take quadratic time. A
 * table has a cell for each of its columns in every row, however short the row is.
 *
 * @returns `undefined` if the document can be parsed
 */
export function findExcess(source: string): ContentMistake | undefined {
  if (source.length > MAX_LENGTH) return { message: `The file has more than ${MAX_LENGTH} characters.`, line: 1 };
  let columns = 0;
  let cells = 0;
  for (const [index, text] of source.split('\n').entries()) {
    const line = index + 1;
    if (text.length > MAX_DEPTH && isNestedTooDeep(text))
      return { message: `Lists and quotes are nested more than ${MAX_DEPTH} levels deep.`, line };
    if (text.includes('|') && DELIMITER_ROW.test(text.trimEnd())) columns = text.split('|').length;
    else if (/^[ \t>]*$/.test(text)) columns = 0; // the end of a table
    if (columns > MAX_COLUMNS) return { message: `A table has more than ${MAX_COLUMNS} columns.`, line };
    cells += columns;
    if (cells > MAX_NODES) return { message: `The tables have more than ${MAX_NODES} cells.`, line };
  }
  return undefined;
}

/** A loop, because a regular expression for all markers at once backtracks. */
function isNestedTooDeep(text: string): boolean {
  MARKER.lastIndex = 0;
  for (let depth = 0; MARKER.test(text); depth += 1) {
    if (depth >= MAX_DEPTH) return true;
  }
  return false;
}
