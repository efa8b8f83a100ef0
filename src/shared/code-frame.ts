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
