import { createHash } from 'node:crypto';
import type { Host, HostedSite, SiteRedirect } from '../api/host.ts';
import { encodePath, isElsewhere, spellAddress, withBase } from '../shared/address.ts';

/** The settings that determine the target of a redirect. */
type Place = Pick<HostedSite, 'base' | 'elsewhere'>;

/** @param path decoded, without the base, with or without a trailing slash */
export function findRedirect(redirects: readonly SiteRedirect[], path: string): SiteRedirect | undefined {
  return redirects.find((redirect) => addressesOf(redirect).includes(path));
}

/** The paths that redirect, decoded: `/old/`, `/old`. */
export function addressesOf({ from }: SiteRedirect): readonly string[] {
  return from.length > 1 && from.endsWith('/') ? [from, from.slice(0, -1)] : [from];
}

/** False if the host's settings cannot express a redirect. */
export function canRedirect({ cannotRedirect }: Host, site: HostedSite, redirect: SiteRedirect): boolean {
  const from = encodePath(withBase(site.base, redirect.from));
  return cannotRedirect?.test(`${from} ${targetOf(site, redirect)}`) !== true;
}

/** An address that no longer exists, as a redirect: it has the rules of one, but another status, and an error page for its target. */
export function toGone({ errorFolders }: Pick<HostedSite, 'errorFolders'>, from: string): SiteRedirect {
  return { from, to: `${encodePath(errorFolders.find((folder) => from.startsWith(folder)) ?? '/')}404.html` };
}

/** The same for all such addresses of a site. */
export function onlyGone(site: HostedSite): HostedSite {
  return { ...site, redirects: site.gone.map((from) => toGone(site, from)) };
}

interface RedirectRule {
  /** The old address, with the base. */
  readonly from: string;
  /** The target, as in a `Location` header. */
  readonly to: string;
}

/** A redirect for each path, decoded, for hosts that decode the path of a request before they compare it. */
export function redirectRules(site: HostedSite): RedirectRule[] {
  return site.redirects.flatMap((redirect) =>
    addressesOf(redirect).map((path) => ({ from: withBase(site.base, path), to: targetOf(site, redirect) })),
  );
}

/**
 * The same for hosts that compare the path as a browser sends it: both as links of this site spell it (`/r&d/`), and with
 * everything encoded, as other programs do (`/r%26d/`).
 */
export function encodedRedirectRules(site: HostedSite): RedirectRule[] {
  return redirectRules(site).flatMap(({ from, to }) => {
    const encoded = from.split('/').map(encodeURIComponent).join('/');
    return [...new Set([encodePath(from), encoded])].map((spelling) => ({ from: spelling, to }));
  });
}

/** The target, as in a `Location` header. Encodes what URLs may leave as it is in a query, and some hosts read as variables. */
export function targetOf({ base, elsewhere }: Place, { to }: SiteRedirect): string {
  const address = spellAddress(to).replace(/[{}\\^`|]/g, encodeURIComponent);
  return !to.startsWith('/') || isElsewhere(elsewhere, to) ? address : withBase(base, address);
}

/**
 * The target, with the query of a request, unless it has its own. Browsers keep the fragment.
 *
 * @param query with its `?`, or what the settings of a host have for it
 */
export function withQuery(target: string, query: string): string {
  const [address = '', ...fragment] = target.split('#');
  return address.includes('?') ? target : [address + query, ...fragment].join('#');
}

/** Keeps query and fragment. What follows `<template>` is inert, so that the refresh cannot overtake it. */
const KEEP =
  'const to=new URL(document.currentScript.dataset.to,location);to.search||=location.search;to.hash||=location.hash;' +
  "document.write('<template>');location.replace(to)";

const POLICY = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(KEEP).digest('base64')}'`;

/**
 * A page that redirects, for hosts that cannot. Search engines treat it like a redirect:
 * https://developers.google.com/search/docs/crawling-indexing/301-redirects
 */
export function redirectPage(place: Place, redirect: SiteRedirect, site: string | undefined): string {
  const target = escape(targetOf(place, redirect));
  const canonical = escape(new URL(targetOf(place, redirect), site ?? 'http://localhost').href);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Moved</title><meta name="robots" content="noindex">${
    site === undefined ? '' : `<link rel="canonical" href="${canonical}">`
  }<meta http-equiv="Content-Security-Policy" content="${POLICY}"><script data-to="${target}">${KEEP}</script><meta http-equiv="refresh" content="0; url=${target}"></head><body><p><a href="${target}">This page has moved.</a></p></body></html>\n`;
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
