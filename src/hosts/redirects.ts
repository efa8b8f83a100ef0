import { isElsewhere } from '../api/elsewhere.ts';
import type { HostedSite, SiteRedirect } from '../api/host.ts';

/** The settings that decide on the target of a redirect. */
type Place = Pick<HostedSite, 'base' | 'elsewhere'>;

/** @param address without the base, with or without a trailing slash */
export function findRedirect(redirects: readonly SiteRedirect[], address: string): SiteRedirect | undefined {
  return redirects.find((redirect) => addressesOf(redirect).includes(address));
}

/** The addresses that redirect: `/old/`, `/old`. */
export function addressesOf({ from }: SiteRedirect): readonly string[] {
  return from.length > 1 && from.endsWith('/') ? [from, from.slice(0, -1)] : [from];
}

/** A redirect for each address, as hosts apply them: paths with the base, and targets as in a `Location` header. */
export function redirectRules(site: HostedSite): { readonly from: string; readonly to: string }[] {
  return site.redirects.flatMap((redirect) =>
    addressesOf(redirect).map((from) => ({ from: site.base + from.slice(1), to: targetOf(site, redirect) })),
  );
}

/** The target, as in a `Location` header. */
export function targetOf({ base, elsewhere }: Place, { to }: SiteRedirect): string {
  if (!to.startsWith('/')) return to;
  return encodeOnce(isElsewhere(elsewhere, to) ? to : base + to.slice(1));
}

/** Keeps what is already encoded. */
function encodeOnce(address: string): string {
  return encodeURI(address).replace(/%25([\da-f]{2})/gi, '%$1');
}

/**
 * A page that redirects, for hosts that cannot. Search engines treat it like a redirect:
 * https://developers.google.com/search/docs/crawling-indexing/301-redirects
 */
export function redirectPage(place: Place, redirect: SiteRedirect, site: string | undefined): string {
  const target = escape(targetOf(place, redirect));
  const canonical = escape(new URL(targetOf(place, redirect), site ?? 'http://localhost').href);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Moved</title><meta name="robots" content="noindex">${
    site === undefined ? '' : `<link rel="canonical" href="${canonical}">`
  }<meta http-equiv="refresh" content="0; url=${target}"></head><body><p><a href="${target}">This page has moved.</a></p></body></html>\n`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The path of that page, from `out`: `/old/` -> `old/index.html`; `/old.html` stays. */
export function redirectOutput({ from }: SiteRedirect): string {
  const file = from.slice(1);
  if (file.endsWith('.html')) return file;
  return `${file}${file === '' || file.endsWith('/') ? '' : '/'}index.html`;
}
