/** Items that were replaced by others, after items that both lists have. */
export interface Replacement {
  readonly kept: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * Finds the smallest difference of two lists: Myers, "An O(ND) Difference Algorithm and Its Variations", 1986. jsdiff does the same
 * with a limit, but takes hundreds of times longer for lists with little in common, as pages have that were rewritten.
 *
 * @param max how many items may differ: the work grows with its square
 * @returns replacements in order, the last one without items if the lists end alike; `undefined` if more items differ
 */
export function diffLists(before: readonly string[], after: readonly string[], max: number): Replacement[] | undefined {
  /** For each diagonal, how far the best path goes. */
  const most = Math.min(max, before.length + after.length);
  const ends = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const end = (diagonal: number) => ends[middle + diagonal] ?? 0;
  const steps: Int32Array[] = [];
  for (let step = 0; step <= most; step += 1) {
    steps.push(ends.slice(middle - step - 1, middle + step + 2));
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      const isAdded = diagonal === -step || (diagonal !== step && end(diagonal - 1) < end(diagonal + 1));
      let at = isAdded ? end(diagonal + 1) : end(diagonal - 1) + 1;
      while (at < before.length && at - diagonal < after.length && before[at] === after[at - diagonal]) at += 1;
      ends[middle + diagonal] = at;
      if (at >= before.length && at - diagonal >= after.length) return toReplacements(before, after, steps);
    }
  }
  return undefined;
}

/** Follows the path back from its end. */
function toReplacements(
  before: readonly string[],
  after: readonly string[],
  steps: readonly Int32Array[],
): Replacement[] {
  const found: Replacement[] = [];
  let [x, y] = [before.length, after.length];
  /** Where the items end that follow the last change, and those of its lists. */
  let [removed, added] = [x, y];
  const close = (keptFrom: number) => {
    const kept = before.slice(keptFrom, x);
    found.push({ kept, removed: before.slice(x, removed), added: after.slice(y, added) });
    [removed, added] = [keptFrom, y - kept.length];
    [x, y] = [removed, added];
  };
  for (let step = steps.length - 1; step > 0; step -= 1) {
    const end = (diagonal: number) => steps[step]?.[diagonal + step + 1] ?? 0;
    const diagonal = x - y;
    const isAdded = diagonal === -step || (diagonal !== step && end(diagonal - 1) < end(diagonal + 1));
    const from = isAdded ? end(diagonal + 1) : end(diagonal - 1) + 1;
    if (x > from) close(from);
    if (isAdded) y -= 1;
    else x -= 1;
  }
  close(0);
  return found.toReversed();
}
