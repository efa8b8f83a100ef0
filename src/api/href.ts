import type { Params, Routes } from './contract.ts';
import { readPattern, type Segment } from './route-pattern.ts';

type WithSlash<Pattern extends string> = Pattern extends '/' ? Pattern : Pattern | `${Pattern}/`;

/** The patterns of the site's pages, with or without a slash at the end. Any text where they are not known. */
type PagePattern = [keyof Routes] extends [never] ? string : WithSlash<Extract<keyof Routes, string>>;

type RestOfArguments<Pattern extends string> = string extends Pattern
  ? [params?: Readonly<Record<string, string>>]
  : keyof Params<Pattern> extends never
    ? []
    : [params: Params<Pattern>];

/**
 * The address of a page. Once a build has written `.sitegen/routes.d.ts`, and the tsconfig includes it, only the site's own
 * pages compile, each with the params that it has.
 *
 * ```tsx
 * <a href={href('/contact')}>…</a>                                 // /contact/
 * <a href={href('/insights/[slug]', { slug: 'über uns' })}>…</a>   // /insights/%C3%BCber%20uns/
 * <a href={href('/docs/[...rest]', { rest: 'guide/setup' })}>…</a> // /docs/guide/setup/
 * <a href={`${href('/contact')}#form`}>…</a>                       // /contact/#form
 * ```
 *
 * @param params plain text: `href` encodes it
 * @returns starts and ends with a slash, and is without the base, which `href={…}` in JSX adds
 * @throws {Error} when no address can be made with a param: it is missing, empty, no text, or has a slash it may not have
 */
export function href<Pattern extends PagePattern>(
  pattern: Pattern,
  // Otherwise a wrong param makes any text of the pattern, for which all params are right.
  ...rest: RestOfArguments<NoInfer<Pattern>>
): string {
  const params: Readonly<Record<string, unknown>> = rest[0] ?? {};
  const segments = readPattern(pattern).flatMap((segment) => fill(segment, params, pattern));
  return ['', ...segments.map(encodeURIComponent), ''].join('/');
}

function fill({ text, name, isRest }: Segment, params: Readonly<Record<string, unknown>>, pattern: string): string[] {
  if (name === undefined) return [text];
  const value = params[name];
  if (isRest && value === '') return [];
  const segments = typeof value !== 'string' ? [''] : isRest ? value.split('/') : [value];
  // Encoding leaves "." and "..", which lead elsewhere, and throws at half a character.
  if (segments.some((segment) => /^\.{0,2}$|[/\p{Cs}]/u.test(segment))) {
    const found = typeof value === 'string' ? JSON.stringify(value) : value === null ? 'null' : typeof value;
    const wanted = isRest ? 'a text such as "a/b"' : 'a text that can stand between two slashes';
    throw new Error(`href('${pattern}'): the param "${name}" has to be ${wanted}, and is ${found}.`);
  }
  return segments;
}
