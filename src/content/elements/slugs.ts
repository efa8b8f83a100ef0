/** Turns the words of a heading into its id, so that links to a site that has moved stay valid. */
import type { ContentMistake } from '../content-problem.ts';

/** @returns the id, before a number is added to one that is taken, or what is wrong with it. @param words of the heading */
export type SlugOf = (words: string) => string | ContentMistake;

/** @param slugify of the config */
export function customSlugs(slugify: (text: string) => unknown): SlugOf {
  return (words) => {
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
}

/** As on GitHub, and in Docusaurus: `Hello, World!` -> `hello-world` */
export function githubSlug(words: string): string {
  const plain = words.trim().toLowerCase();
  return plain.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-') || 'section';
}
