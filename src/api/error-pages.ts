/**
 * The rules for `404.tsx` and `500.tsx`, the pages that hosts serve in place of a page that is missing or fails. Each is
 * written to a file of its own (`404.html`), not to a folder; `href` and the sitemap leave them out.
 */

/** @param output a file from `out`, or the path of a page */
export function isErrorPage(output: string): boolean {
  return /(^|\/)(404|500)\.html$/.test(output);
}

/** True if search engines may list a page. Only such pages need their own description. */
export function isListed({ output, noindex }: { readonly output: string; readonly noindex: boolean }): boolean {
  return !noindex && !isErrorPage(output);
}
