/** The options for the text of content. Functions of the config cannot be sent to other threads, which import the config. */
import type { ContentPlugin, UserConfig } from '../api/user-config.ts';
import type { Config } from '../shared/model.ts';
import type { ReadingOptions } from '../shared/page-tasks.ts';
import type { ContentMistake } from './content-problem.ts';

/** `ReadingOptions` with the functions of the config. */
export interface Reading {
  readonly slugOf: SlugOf;
  /** Of markdown-it. */
  readonly plugins: readonly ContentPlugin[];
  readonly remarkPlugins: readonly ContentPlugin[];
  readonly rehypePlugins: readonly ContentPlugin[];
  /** The config, from the root, for errors of its functions. */
  readonly file: string;
}

/** @returns the options as they are sent to workers */
export function readingOf({ markdown, mdx, module }: Pick<Config, 'markdown' | 'mdx' | 'module'>): ReadingOptions {
  const { slugs, plugins } = markdown;
  const hasSlugs = typeof slugs === 'function';
  const hasPlugins = [plugins, mdx.remarkPlugins, mdx.rehypePlugins].some((list) => list.length > 0);
  return { config: hasSlugs || hasPlugins ? module : undefined };
}

/** @param config as the compiled config exports it; `undefined` if it has no functions */
export function completeReading(options: ReadingOptions, config: UserConfig = {}): Reading {
  const { markdown = {}, mdx = {} } = config;
  return {
    slugOf: typeof markdown.slugs === 'function' ? customSlugs(markdown.slugs) : githubSlug,
    plugins: markdown.plugins ?? [],
    remarkPlugins: mdx.remarkPlugins ?? [],
    rehypePlugins: mdx.rehypePlugins ?? [],
    file: options.config?.source ?? '',
  };
}

/** The options of a site without a config. */
export const DEFAULT_READING: Reading = completeReading({ config: undefined });

type AnyFunction = (...given: unknown[]) => unknown;

/** @returns the function, and its options */
export function splitPlugin(given: ContentPlugin): readonly [AnyFunction, ...unknown[]] {
  const [plugin, ...options] = [given].flat() as [AnyFunction | { readonly default: AnyFunction }, ...unknown[]];
  // Node imports a CommonJS package that was an ES module as `{ default: plugin }`.
  return [typeof plugin === 'function' ? plugin : plugin.default, ...options];
}

/** Returns the id of a heading, before a number is added to one that is taken, or what is wrong with it. */
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
function githubSlug(words: string): string {
  const plain = words.trim().toLowerCase();
  return plain.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-') || 'section';
}
