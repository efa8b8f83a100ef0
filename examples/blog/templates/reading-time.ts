/** An average for reading English silently, rounded. Change it if your readers are faster. */
const WORDS_PER_MINUTE = 230;

export interface ReadingTime {
  readonly words: number;
  /** At least one. */
  readonly minutes: number;
}

/** Used by the build for posts, and in the browser by the island `word-counter`. */
export function readingTime(text: string): ReadingTime {
  const words = text.match(/[\p{L}\p{N}]+(?:[’'-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  return { words, minutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)) };
}
