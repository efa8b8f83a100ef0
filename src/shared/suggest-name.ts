/** With more typing errors, it is another word. */
const MAX_DISTANCE = 3;

/**
 * @returns the name that was probably intended, if one is similar
 *
 * @example
 * suggestName('h1-cuont', ['h1-count', 'alt-missing']) // 'h1-count'
 */
export function suggestName(written: string, names: readonly string[]): string | undefined {
  const limit = Math.min(MAX_DISTANCE, Math.floor(written.length / 2));
  const rated = names.map((name) => ({ name, distance: distanceOf(written.toLowerCase(), name.toLowerCase()) }));
  const [best] = rated.toSorted((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= limit ? best.name : undefined;
}

/** The number of characters to insert, remove or replace (Levenshtein distance). */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [line, character] of a.split('').entries()) {
    const next = [line + 1];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (character === b[column - 1] ? 0 : 1);
      next.push(Math.min((row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
