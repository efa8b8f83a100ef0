/**
 * The spelling of addresses. A path has only one spelling: its segments, encoded as browsers encode them
 * (https://url.spec.whatwg.org/#path-percent-encode-set): `/lang/c++/`, `/r&d/`, `/caf%C3%A9/`. The base is added here, and
 * nowhere else.
 *
 * Imports nothing, because it also runs in browsers.
 */

/** A path that is spelled the same in all ways. Most are. */
const PLAIN = /^[\w./~-]*$/;

/** @param path decoded: `/café/`. @returns as in a URL: `/caf%C3%A9/` */
export function encodePath(path: string): string {
  if (PLAIN.test(path)) return path;
  return path.split('/').map(encodeSegment).join('/');
}

/** @param segment decoded. Must not be half a surrogate pair */
export function encodeSegment(segment: string): string {
  const spell = (character: string) =>
    character.startsWith('%') ? decodeURIComponent(character) : encodeURIComponent(character);
  return encodeURI(segment).replace(/[?#/]|%(?:5B|5D|7C)/g, spell);
}

/**
 * @param path in any spelling: `/caf%c3%a9/`, `/r%26d/`
 * @returns decoded; `undefined` when the encoding is broken, or a segment would contain a slash (`%2F`) or a null character
 */
export function decodePath(path: string): string | undefined {
  if (PLAIN.test(path)) return path;
  const segments = path.split('/').map(decode);
  return segments.some((segment) => segment === undefined || /[/\0]/.test(segment)) ? undefined : segments.join('/');
}

/** @returns the text without percent-encoding; `undefined` when the encoding is broken */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/**
 * @param address in any spelling, from the root of the host or absolute: `/r%26d/?q=é`
 * @returns its one spelling: `/r&d/?q=%C3%A9`
 */
export function spellAddress(address: string): string {
  if (!address.startsWith('/')) return new URL(address).href;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  // Keeps what is already encoded: in a query, `%26` differs from `&`.
  return spellPath(path) + encodeURI(rest).replace(/%25([\da-f]{2})/gi, '%$1');
}

function spellPath(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeSegment(decode(segment) ?? segment))
    .join('/');
}

/**
 * Returns the address of a page or file of the site; for `/`, the address of the site itself.
 *
 * @param base `/`, or `/docs/`
 * @param path starts with a slash; in any spelling, or decoded
 */
export function withBase(base: string, path: string): string {
  return base + path.slice(1);
}

/** Replacements for the first slash of addresses. Each ends with a slash. */
export interface Prefixes {
  /** `/`, or `/docs/`. */
  readonly base: string;
  /** For files with hashed names: the base, or another host: `https://cdn.example.com/`. */
  readonly assets: string;
  /**
   * How an address begins that has the base already. If the site can have pages in a folder `docs`, `/docs/` says nothing:
   * then it is `/docs/./`, which browsers read alike.
   */
  readonly based: string;
  /** Addresses that other servers answer: nothing is added to them. */
  readonly elsewhere: readonly string[];
}

/**
 * Adds the base to an address as an author writes it, once: `/contact/` becomes `/docs/contact/`. All other addresses stay, also
 * those of imported files.
 */
export function addPrefix(address: string, { base, assets, based, elsewhere }: Prefixes): string {
  if (!address.startsWith('/') || address.startsWith('//') || isElsewhere(elsewhere, address)) return address;
  if (base !== '/' && address.startsWith(based)) return withBase(base, address.slice(based.length - 1));
  if (address.startsWith(`${assets}assets/`)) return address;
  return withBase(address.startsWith('/assets/') ? assets : base, address);
}

/**
 * @param site the origin
 * @param path decoded, without the base
 * @returns `https://www.example.com/docs/caf%C3%A9/`
 */
export function absoluteUrl(site: string, base: string, path: string): string {
  return site + encodePath(withBase(base, path));
}

/** `contact/index.html` -> `/contact/`; `contact.html` -> `/contact` on a site without trailing slashes. All decoded. */
export function pathOfOutput(output: string, trailingSlash: boolean): string {
  const name = output.replace(/(^|\/)index\.html$/, '$1');
  return `/${trailingSlash || /(^|\/)(404|500)\.html$/.test(name) ? name : name.replace(/\.html$/, '')}`;
}

/**
 * Checks if another server answers an address of the site's host (`elsewhere` in the config).
 *
 * @param elsewhere in their one spelling: `/api/` covers everything below it, and `/api`; `/health` only itself
 * @param address from the root of the host, in any spelling, also with a query or fragment
 */
export function isElsewhere(elsewhere: readonly string[], address: string): boolean {
  if (elsewhere.length === 0) return false;
  const path = spellPath(address.replace(/[?#].*/s, ''));
  return elsewhere.some((place) => path === place || (place.endsWith('/') && `${path}/`.startsWith(place)));
}
