import type { Params, Routes } from './contract.ts';
import { isInIsland } from '../islands/in-island.ts';
import { readPattern, type Segment } from '../shared/route-pattern.ts';
import { encodePath } from '../shared/address.ts';

/** Set by the build in islands. */
declare const SITEGEN_TRAILING_SLASH: boolean | undefined;
declare const SITEGEN_BASED: string | undefined;

/** From the config. Owned by the worker thread. An object, because bundlers drop it if nothing uses it. */
const state = { trailingSlash: true, based: '/' };

/** @param based what addresses begin with in islands */
export function setHref(trailingSlash: boolean, based: string): void {
  Object.assign(state, { trailingSlash, based });
}

type WithSlash<Pattern extends string> = Pattern extends '/' ? Pattern : Pattern | `${Pattern}/`;

/** The patterns of the site's pages, with or without a trailing slash. Any string while they are unknown. */
type PagePattern = [keyof Routes] extends [never] ? string : WithSlash<Extract<keyof Routes, string>>;

type RestOfArguments<Pattern extends string> = string extends Pattern
  ? [params?: Readonly<Record<string, string>>]
  : keyof Params<Pattern> extends never
    ? []
    : [params: Params<Pattern>];

/**
 * The address of a page. Once a build has written `.sitegen/routes.d.ts`, and the tsconfig includes it, only pages of the
 * site and their params are accepted by the compiler.
 *
 * ```tsx
 * <a href={href('/contact')}>…</a>                                 // /contact/
 * <a href={href('/insights/[slug]', { slug: 'über uns' })}>…</a>   // /insights/%C3%BCber%20uns/
 * <a href={href('/docs/[...rest]', { rest: 'guide/setup' })}>…</a> // /docs/guide/setup/
 * <a href={`${href('/contact')}#form`}>…</a>                       // /contact/#form
 * ```
 *
 * @param params plain text: `href` encodes it
 * @returns starts with a slash, and ends with one unless `trailingSlash` in the config is false. On a page, it is without the
 *   base, as `path` is, and JSX adds that. In an island, it has the base, for `location.assign` and `fetch`; JSX does not add
 *   it again
 * @throws {Error} for an invalid param: missing, empty, not a string, or with a slash where none is allowed
 */
export function href<Pattern extends PagePattern>(
  pattern: Pattern,
  // Without NoInfer, a wrong param would widen the pattern to any string, which accepts all params.
  ...rest: RestOfArguments<NoInfer<Pattern>>
): string {
  const params: Readonly<Record<string, unknown>> = rest[0] ?? {};
  const segments = readPattern(pattern).flatMap((segment) => fill(segment, params, pattern));
  const based = typeof SITEGEN_BASED === 'undefined' ? (isInIsland() ? state.based : '/') : SITEGEN_BASED;
  const path = based + encodePath(segments.join('/'));
  const trailingSlash = typeof SITEGEN_TRAILING_SLASH === 'undefined' ? state.trailingSlash : SITEGEN_TRAILING_SLASH;
  return trailingSlash && segments.length > 0 ? `${path}/` : path;
}

function fill({ text, name, isRest }: Segment, params: Readonly<Record<string, unknown>>, pattern: string): string[] {
  if (name === undefined) return [text];
  const value = params[name];
  if (isRest && value === '') return [];
  const segments = typeof value !== 'string' ? [''] : isRest ? value.split('/') : [value];
  // Encoding keeps "." and "..", which would change the path, and throws for half a surrogate pair.
  if (segments.some((segment) => /^\.{0,2}$|[/\p{Cs}]/u.test(segment))) {
    const found = typeof value === 'string' ? JSON.stringify(value) : value === null ? 'null' : typeof value;
    const expected = isRest ? 'a path such as "a/b"' : 'a path segment';
    throw new Error(`href('${pattern}'): the param "${name}" must be ${expected}, but is ${found}.`);
  }
  return segments;
}
