/** Whether a fact, or a part of it, is the sample of a placeholder: those stand in square brackets. */
export function isSample(fact: string): boolean {
  return fact.includes('[');
}

/**
 * A text in parts: those that are samples, and those that are facts.
 *
 * `Company number: [00000000].` -> `Company number: `, sample `00000000`, `.`
 */
export function splitSamples(text: string): readonly { readonly text: string; readonly isSample: boolean }[] {
  return text
    .split(/\[([^\]]*)\]/)
    .map((part, index) => ({ text: part, isSample: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
