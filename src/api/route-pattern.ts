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
