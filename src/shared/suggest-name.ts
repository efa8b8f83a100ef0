/** A name as it is compared: in lower case, and without the characters between its words. */
interface Compared {
  readonly name: string;
  /** The words of each folder in it, with spaces between. */
  readonly parts: readonly string[];
  /** All of them without spaces. */
  readonly letters: string;
  readonly numbers: readonly string[];
}

/**
 * @returns the name that was probably intended, if one is similar
 *
 * @example
 * suggestName('h1-cuont', ['h1-count', 'alt-missing']) // 'h1-count'
 */
export function suggestName(written: string, names: Iterable<string>): string | undefined {
  return createSuggester(names)(written);
}

/** The same for many searches: of options, addresses, ids or components. */
export function createSuggester(names: Iterable<string>): (written: string) => string | undefined {
  const known = Array.from(names, compared);
  return (written) => {
    const searched = compared(written);
    let [best, least]: [string | undefined, number] = [undefined, Infinity];
    for (const one of known) {
      const difference = differenceOf(searched, one);
      if (difference < least) [best, least] = [one.name, difference];
    }
    return best;
  };
}

/** `/blog/helloWorld.html` has the words `blog`, and `hello`, `world`, `html`. */
function compared(name: string): Compared {
  const parts = name
    .normalize('NFC')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/[\s._~+-]+/g, ' ')
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return { name, parts, letters: joinWords(parts), numbers: parts.join(' ').match(/\d+/g) ?? [] };
}

/** With more typing errors, it is another word. */
const MAX_ERRORS = 3;

/** The difference of names that share their words, and one of them has more. */
const MORE_WORDS = MAX_ERRORS + 1;

/**
 * The number of typing errors: at most one for six letters, without the words that both names have. So `/a.mp4` is not like `/b.mp4`.
 *
 * @returns infinity if the names are not alike
 */
function differenceOf(a: Compared, b: Compared): number {
  const hasMore = Math.abs(a.letters.length - b.letters.length) > MAX_ERRORS;
  if (a.letters === '' || b.letters === '' || (hasMore && a.parts.length !== b.parts.length)) return Infinity;
  if (haveOtherNumbers(a, b)) return Infinity; // nearly all names that are generated: the rest takes ten times as long
  const [partsA, partsB] = withoutShared(a.parts, b.parts);
  const [wordsA, wordsB] = [toWords(partsA), toWords(partsB)];
  const [restA, restB] = withoutShared(wordsA, wordsB);
  if (restA.length > 0 && restB.length > 0) return countErrors(restA, restB);
  if (a.letters === b.letters) return 0;
  const more = joinWords([...restA, ...restB]).length;
  const shared = Math.max(joinWords(wordsA).length, joinWords(wordsB).length) - more;
  return partsA.length === partsB.length && shared >= more ? MORE_WORDS : Infinity;
}

/** Another number is another thing: `/2025/` is not like `/2026/`. But the second heading of a name has `-1` at the end of its id. */
function haveOtherNumbers({ numbers: a }: Compared, { numbers: b }: Compared): boolean {
  return a.length === b.length && a.some((number, index) => number !== b[index]);
}

function countErrors(wordsA: readonly string[], wordsB: readonly string[]): number {
  const [a, b] = [joinWords(wordsA), joinWords(wordsB)];
  const limit = Math.min(MAX_ERRORS, Math.round(Math.max(a.length, b.length) / 6));
  if (Math.abs(a.length - b.length) > limit) return Infinity;
  const errors = editDistance(a, b, limit);
  return errors <= limit ? errors : Infinity;
}

/** @returns both lists without what they have in common at the start and at the end */
function withoutShared(a: readonly string[], b: readonly string[]) {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)] as const;
}

function toWords(parts: readonly string[]): string[] {
  return parts.flatMap((part) => part.split(' '));
}

function joinWords(words: readonly string[]): string {
  return words.join('').replaceAll(' ', '');
}

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
