/**
 * The rules for `404.tsx` and `500.tsx`, the pages that hosts serve instead of a page that is missing or fails. Each is
 * written to a file (`404.html`), not to a folder; `href` and the sitemap omit them.
 */

/** @param output a file from `out`, or the path of a page */
export function isErrorPage(output: string): boolean {
  return /(^|\/)(404|500)\.html$/.test(output);
}

/** True if search engines may list a page. Only such pages need their own description. */
export function isIndexable({ output, noindex }: { readonly output: string; readonly noindex: boolean }): boolean {
  return !noindex && !isErrorPage(output);
}
