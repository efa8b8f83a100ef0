/** Words from a seed, so that each generator, on any day, makes the same site. */

const WORDS = (
  'market team growth product customer signal quarter platform design research insight value service strategy roadmap ' +
  'delivery metric revenue margin channel partner budget forecast pipeline culture workshop interview prototype launch ' +
  'review feedback adoption retention price segment audience message campaign analysis baseline target outcome evidence ' +
  'practice principle pattern system network capacity supply demand inventory region country office leader engineer ' +
  'analyst manager founder investor standard policy contract agreement proposal report summary detail context history ' +
  'future moment decade season change shift balance question answer choice option limit clear steady careful patient ' +
  'quick modest practical simple complex shared local global annual weekly daily early late builds tests learns ships ' +
  'measures compares reveals suggests supports reduces improves extends follows leads across within beyond between ' +
  'during after before through toward against without under over around because although while when'
).split(' ');

export function createWriter(seed: number) {
  let state = Math.imul(seed, 0x9e3779b1);

  /** An integer from 0 on, below the limit: https://en.wikipedia.org/wiki/Xorshift, with its product for the top bits. */
  function below(limit: number): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((Math.imul(state, 0x2c1b3c6d) >>> 0) / 2 ** 32) * limit);
  }

  function words(count: number): string {
    let text = capitalize(word());
    for (let rest = count - 1; rest > 0; rest -= 1) text += ` ${word()}`;
    return text;
  }

  const word = () => WORDS[below(WORDS.length)] ?? '';
  /** Some sentences have characters that HTML escapes. */
  const sentence = () => `${words(8 + below(9))}${below(12) === 0 ? ` & the team's ${word()}` : ''}.`;
  const sentences = (count: number) => times(count, sentence).join(' ');
  return { below, word, words, sentences };
}

export function times<Item>(count: number, make: (index: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
