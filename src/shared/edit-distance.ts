/**
 * Counts typing errors: characters that are missing, added or wrong, or swapped with the next one. Gives up early on words that
 * differ by more than a few.
 *
 * @returns the number; for more than `limit`, any number above it
 *
 * @example
 * editDistance('otehr', 'other', 3) // 1
 */
export function editDistance(a: string, b: string, limit: number): number {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (limit === 0 || restA === '' || restB === '') return Math.max(restA.length, restB.length);
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0];
  const distances = [
    editDistance(restA.slice(1), restB.slice(1), limit - 1),
    editDistance(restA, restB.slice(1), limit - 1),
    editDistance(restA.slice(1), restB, limit - 1),
    isSwapped ? editDistance(restA.slice(2), restB.slice(2), limit - 1) : limit,
  ];
  return 1 + Math.min(...distances);
}
