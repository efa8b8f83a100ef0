import type { ComponentType, JSX } from 'react';

/** A heading of a content file, for a table of contents. */
export interface Heading {
  /** 2 for `##`. */
  readonly depth: number;
  /** The `id` of its element. */
  readonly id: string;
  readonly text: string;
}

/**
 * Components for the elements of content, by name: `{ a: Link, pre: Code }`. Others, such as `Callout`, are for MDX; in
 * Markdown, `Callout` renders `> [!NOTE]`, with the word as its `kind`.
 */
export type ContentComponents = {
  readonly [Name in keyof JSX.IntrinsicElements]?: ComponentType<JSX.IntrinsicElements[Name]>;
} & { readonly [name: string]: ComponentType<never> | undefined };
