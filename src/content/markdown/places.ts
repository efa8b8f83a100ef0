import type { Position } from '../elements/tree.ts';
import type { Token } from './parsing.ts';

/**
 * @param content the text of a paragraph, a heading or a cell: each of its lines is the end of a line of the file
 * @param row the line that it begins in, from 0
 * @param from the column in that line at which a cell is searched for
 * @returns finds the place of each of its tokens, in their order. `next` is the text of a link
 */
export function findPlace(
  content: string,
  lines: readonly string[],
  row: number,
  from: number,
): (token: Token, next?: Token) => Position {
  const parts = content.split('\n');
  let [index, start, last] = [0, 0, 0];
  let column = columnOf(lines[row], parts[0], from);
  return (token, next) => {
    last = offsetOf(token, next, content, last);
    let length = parts[index]?.length ?? 0;
    while (index < parts.length - 1 && last > start + length) {
      index += 1;
      start += length + 1;
      length = parts[index]?.length ?? 0;
      column = columnOf(lines[row + index], parts[index], 0);
    }
    return { start: { line: row + index + 1, column: column + last - start + 1 } };
  };
}

function offsetOf(token: Token, next: Token | undefined, content: string, last: number): number {
  if (token.type === 'link_open' && token.markup === 'linkify') {
    const found = content.indexOf(next?.content ?? '', last); // of an address in a text
    return found < 0 ? last : found;
  }
  if (token.offset === undefined) return last;
  // The offset of a link is that of its text, after the bracket.
  return token.type === 'link_open' && token.markup === '' ? token.offset - 1 : token.offset;
}

function columnOf(line = '', part = '', from: number): number {
  const text = part.trimEnd();
  const column =
    from === 0 && line.trimEnd().endsWith(text) ? line.trimEnd().length - text.length : line.indexOf(text, from);
  return Math.max(from, column);
}
