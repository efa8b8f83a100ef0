/** Turns the words of a heading into its id, so that links to a site that has moved stay valid. */
import type { ContentMistake } from './content-problem.ts';
import type { ElementNode } from './content-tree.ts';
import { wordsForId, wordsWithImages } from './plain-text.ts';

export interface Slugs {
  /** The part of a heading that counts. */
  readonly wordsOf: (heading: ElementNode) => string;
  /** @returns the id, before a number is added to one that is taken, or what is wrong with it */
  readonly slugOf: (words: string) => string | ContentMistake;
}

/** As on GitHub, and in Docusaurus: `Hello, World!` -> `hello-world` */
export const GITHUB: Slugs = { wordsOf: wordsForId, slugOf: githubSlug };

/** As in VitePress: `1. Überblick` -> `_1-uberblick` */
export const VITEPRESS: Slugs = { wordsOf: wordsWithImages, slugOf: vitepressSlug };

/** @param slugify of the config */
export function customSlugs(slugify: (text: string) => unknown): Slugs {
  const slugOf: Slugs['slugOf'] = (words) => {
    let slug: unknown;
    try {
      slug = slugify(words);
    } catch (thrown) {
      return { message: `The function \`markdown.slugs\` threw for the heading "${words}": ${String(thrown)}.` };
    }
    if (typeof slug === 'string' && /^\S+$/.test(slug)) return slug;
    const shown = typeof slug === 'string' ? `the id "${slug}"` : `no string (${typeof slug})`;
    const message = `The function \`markdown.slugs\` returned ${shown} for the heading "${words}".`;
    return { message, hint: 'return a string with at least one character, and without spaces' };
  };
  return { wordsOf: wordsForId, slugOf };
}

function githubSlug(words: string): string {
  const plain = words.trim().toLowerCase();
  return plain.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-') || 'section';
}

/** Accents and control characters are left out, spaces and ASCII punctuation become single hyphens, and a digit does not come first. */
function vitepressSlug(words: string): string {
  const plain = words.normalize('NFKD').replace(/[\u0300-\u036F\p{Cc}]/gu, '');
  const parts = plain.split(/[\s!-/:-@[-`{-~“”‘’]+/).filter((part) => part !== '');
  return (
    parts
      .join('-')
      .replace(/^(?=\d)/, '_')
      .toLowerCase() || 'section'
  );
}
