/** Used by the build for posts, and in the browser by the island `word-counter`. */
export function readingTime(text: string) {
  const words = text.split(/\s+/).filter(Boolean).length;
  return { words, minutes: Math.max(1, Math.round(words / 230)) };
}
