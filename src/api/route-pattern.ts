/** Patterns of addresses: `/insights/[slug]/`, `/docs/[...rest]/`. Imports nothing: browsers load it, too. */

/** What stands between two slashes of a pattern. */
export interface Segment {
  /** As written: `insights`, `[slug]`, `[...rest]`. */
  readonly text: string;
  /** What stands in the brackets, if it is made of nothing but brackets: `slug`, `rest`. */
  readonly name: string | undefined;
  /** Whether it stands for any number of segments: `[...rest]`. */
  readonly isRest: boolean;
}

/** The segments of a pattern, with or without a slash at its end. None for `/`. */
export function readPattern(pattern: string): Segment[] {
  const texts = pattern.split('/').filter((text) => text !== '');
  return texts.map((text) => {
    const [, dots, name] = /^\[(\.{3})?([A-Za-z_]\w*)\]$/.exec(text) ?? [];
    return { text, name, isRest: dots !== undefined };
  });
}
