/** Route patterns: `/insights/[slug]/`, `/docs/[...rest]/`. Imports nothing, because it also runs in browsers. */

/** The part of a pattern between two slashes. */
export interface Segment {
  /** As written: `insights`, `[slug]`, `[...rest]`. */
  readonly text: string;
  /** The name in the brackets, if they enclose the whole segment: `slug`, `rest`. */
  readonly name: string | undefined;
  /** True if it matches any number of segments: `[...rest]`. */
  readonly isRest: boolean;
}

/** The segments of a pattern, with or without a trailing slash. None for `/`. */
export function readPattern(pattern: string): Segment[] {
  const texts = pattern.split('/').filter((text) => text !== '');
  return texts.map((text) => {
    const [, dots, name] = /^\[(\.{3})?([A-Za-z_]\w*)\]$/.exec(text) ?? [];
    return { text, name, isRest: dots !== undefined };
  });
}

/**
 * True if a page of the pattern can have the path.
 *
 * @param path decoded, with or without slashes at its ends: `/insights/rents/`
 */
export function matchesPattern(pattern: string, path: string): boolean {
  const segments = readPattern(pattern);
  const texts = path.split('/').filter((text) => text !== '');
  const rest = segments.findIndex(({ isRest }) => isRest); // the last one, if there is one
  const hasLength = rest === -1 ? texts.length === segments.length : texts.length >= rest;
  return hasLength && segments.every(({ text, name }, index) => name !== undefined || text === texts[index]);
}
