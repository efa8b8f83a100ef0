/** How texts differ, word by word, with limits on the work and on the result. */

export interface Part {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Items that were replaced by others, after items that both lists have. */
export interface Replacement {
  readonly kept: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** If more words of a text differ, it was rewritten. */
const MAX_WORDS = 400;

/** Words around a difference that are shown. */
const CONTEXT = 4;

/** Longer parts are cut, in words and in characters: a word can have any length. */
const MAX_SHOWN = 40;
const MAX_LENGTH = 400;
const MAX_PARTS = 24;

/** @returns a text that replaced another, or was added or removed. Long parts are cut */
export function diffWords(before: string, after: string): Part[] {
  const [old, current] = [before, after].map((text) => text.split(' ').filter((word) => word !== '')) as [
    string[],
    string[],
  ];
  const found = diffLists(old, current, MAX_WORDS);
  const kept = found?.reduce((sum, one) => sum + one.kept.length, 0) ?? 0;
  // Texts with little in common are easier to read one after the other.
  if (found === undefined || kept * 3 < Math.min(old.length, current.length))
    return [...toPart('removed', old, MAX_SHOWN, 0), ...toPart('added', current, MAX_SHOWN, 0)];
  const parts = found.flatMap(({ kept: same, removed, added }, index) => [
    ...toPart('same', same, index > 0 ? CONTEXT : 0, removed.length + added.length > 0 ? CONTEXT : 0),
    ...toPart('removed', removed, MAX_SHOWN, 0),
    ...toPart('added', added, MAX_SHOWN, 0),
  ]);
  return parts.length > MAX_PARTS ? [...parts.slice(0, MAX_PARTS), { kind: 'same', text: '…' }] : parts;
}

/** @param first how many words are shown at its start. @param last at its end */
function toPart(kind: Part['kind'], words: readonly string[], first: number, last: number): Part[] {
  if (words.length === 0) return [];
  const isShort = words.length <= first + last + 1;
  const shown = isShort ? words : [...words.slice(0, first), '…', ...words.slice(words.length - last)];
  return [{ kind, text: limit(shown.join(' ')) }];
}

export function limit(text: string): string {
  // Not through a pair of surrogates.
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

/** Items that both lists have, after an item that only one of them has. */
interface Step {
  readonly from: Step | undefined;
  /** In the first list, where these items start and end. */
  readonly start: number;
  readonly end: number;
  /** How much further they are in the first list than in the second. */
  readonly diagonal: number;
}

/**
 * Finds the smallest difference of two lists: Myers, "An O(ND) Difference Algorithm and Its Variations", 1986. A table of all
 * pairs would be shorter, but too large for a long page of which one line has changed.
 *
 * @param max how many items may differ: the work grows with its square
 * @returns replacements in order, the last one without items if the lists end alike; `undefined` if more items differ
 */
export function diffLists(before: readonly string[], after: readonly string[], max: number): Replacement[] | undefined {
  // Most rewritten texts have more new items than that, and need not be compared one by one.
  if (countMissing(before, after) + countMissing(after, before) > max) return undefined;
  /** The steps that lead furthest, by diagonal, the first of which is `-max`. */
  const best: (Step | undefined)[] = [];
  for (let count = 0; count <= max; count += 1)
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      const [left, right] = [best[max + diagonal - 1], best[max + diagonal + 1]];
      const isAdded = (left?.end ?? -1) < (right?.end ?? -1);
      const from = isAdded ? right : left;
      const start = (from?.end ?? -1) + (isAdded ? 0 : 1);
      const end = endOfSame(before, after, start, diagonal);
      const step = { from, start, end, diagonal };
      if (end >= before.length && end - diagonal >= after.length) return toReplacements(before, after, step);
      best[max + diagonal] = step;
    }
  return undefined;
}

/** Counts items of a list that another one does not have. */
function countMissing(items: readonly string[], others: readonly string[]): number {
  const known = new Set(others);
  return items.filter((item) => !known.has(item)).length;
}

function endOfSame(before: readonly string[], after: readonly string[], start: number, diagonal: number): number {
  let end = start;
  while (end < before.length && end - diagonal < after.length && before[end] === after[end - diagonal]) end += 1;
  return end;
}

function toReplacements(before: readonly string[], after: readonly string[], last: Step): Replacement[] {
  const steps: Step[] = [];
  for (let step: Step | undefined = last; step !== undefined; step = step.from)
    if (step.end > step.start) steps.push(step);
  const found: Replacement[] = [];
  let [kept, x, y] = [0, 0, 0];
  const end = { start: before.length, end: before.length, diagonal: before.length - after.length };
  for (const step of [...steps.toReversed(), end]) {
    const removed = before.slice(x, step.start);
    const added = after.slice(y, step.start - step.diagonal);
    found.push({ kept: before.slice(kept, x), removed, added });
    [kept, x, y] = [step.start, step.end, step.end - step.diagonal];
  }
  return found.filter((one) => Object.values(one).some((items: readonly string[]) => items.length > 0));
}
