/**
 * Checks if another server answers an address of the site's host (`elsewhere` in the config). Imports nothing, because it
 * also runs in browsers.
 *
 * @param elsewhere `/api/` covers everything below it, and `/api`; `/health` only itself
 * @param address from the root of the host, also with a query or fragment
 */
export function isElsewhere(elsewhere: readonly string[], address: string): boolean {
  const path = address.replace(/[?#].*/, '');
  return elsewhere.some((place) => path === place || (place.endsWith('/') && `${path}/`.startsWith(place)));
}
