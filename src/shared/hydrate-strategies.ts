/** The hydrate strategies, from which types, checks and messages derive. Browsers run them in islands/client/hydrate-when.ts. */

/** Strategies that are a word: `hydrate="idle"`. */
export const WORDS = ['load', 'idle', 'visible', 'interaction'] as const;

/** Strategies with a value, each with an example of it: `hydrate={{ visible: '200px' }}`. */
export const EXAMPLES = { visible: '200px', media: '(min-width: 40rem)' } as const;

type WithValue = typeof EXAMPLES;

/**
 * When an island is hydrated:
 * - `load`: as soon as the script runs
 * - `idle`: once the browser is idle
 * - `visible`: when it enters the viewport; `{ visible: '200px' }` when it is 200 pixels away (pixels or percent)
 * - `interaction`: at the first click, key press or focus in it. The island also handles that event
 * - `{ media: '(min-width: 40rem)' }`: when the media query first matches
 */
export type Hydrate =
  | (typeof WORDS)[number]
  // One strategy, not several: an object with all of them would be assignable to a plain union.
  | {
      readonly [Name in keyof WithValue]: { readonly [Key in Name]: string } & {
        readonly [Other in Exclude<keyof WithValue, Name>]?: never;
      };
    }[keyof WithValue];

/** The first word of the `hydrate` attribute. */
export type Strategy = (typeof WORDS)[number] | keyof WithValue;
