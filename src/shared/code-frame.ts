/** Where something is in a source file, for people. */

/** @param offset in the text. @returns its place; both count from 1 */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/**
 * The lines around a place in a source file, with a mark under it.
 *
 * @param line from 1
 * @param column from 1
 * @example
 *   4 | export default function Contact() {
 * > 5 |   return <p>{company.nmae.length}</p>;
 *     |                           ^
 *   6 | }
 */
export function codeFrame(source: string, line: number, column: number): string {
  const lines = source.split(/\r?\n/);
  const last = Math.min(lines.length, line + 2);
  const width = String(last).length;
  const frame: string[] = [];
  for (let number = Math.max(1, line - 2); number <= last; number += 1) {
    const text = lines[number - 1] ?? '';
    const gutter = `${number === line ? '>' : ' '} ${String(number).padStart(width)} |`;
    frame.push(`${gutter} ${text.slice(0, 160)}`.trimEnd());
    if (number === line && column <= 160) {
      // Keeps tabs, so that the mark is under its character at any tab width.
      const indent = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
      frame.push(`${' '.repeat(width + 3)}| ${indent}^`);
    }
  }
  return frame.join('\n');
}
