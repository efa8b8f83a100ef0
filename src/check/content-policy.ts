/** Finds content that a page's content security policy blocks: https://www.w3.org/TR/CSP3/ */
import type { Reference } from '../shared/model.ts';
import type { HtmlFacts } from '../shared/page-facts.ts';

/** The directives that decide whether an address may be used, most specific first, by where it is used. */
const DIRECTIVES = new Map(
  Object.entries({
    'script[src]': ['script-src-elem', 'script-src', 'default-src'],
    'link[rel=stylesheet]': ['style-src-elem', 'style-src', 'default-src'],
    '@import': ['style-src-elem', 'style-src', 'default-src'],
    '@font-face': ['font-src', 'default-src'],
    'url()': ['img-src', 'default-src'],
    'img[src]': ['img-src', 'default-src'],
    'img[srcset]': ['img-src', 'default-src'],
    'image[href]': ['img-src', 'default-src'],
    'input[src]': ['img-src', 'default-src'],
    'source[srcset]': ['img-src', 'default-src'],
    'video[poster]': ['img-src', 'default-src'],
    'audio[src]': ['media-src', 'default-src'],
    'video[src]': ['media-src', 'default-src'],
    'source[src]': ['media-src', 'default-src'],
    'track[src]': ['media-src', 'default-src'],
    'iframe[src]': ['frame-src', 'child-src', 'default-src'],
    'object[data]': ['object-src', 'default-src'],
    'embed[src]': ['object-src', 'default-src'],
    'form[action]': ['form-action'],
  }),
);

/**
 * The addresses in a page that a browser refuses to load.
 *
 * @param inStylesheet addresses in the site's stylesheet, if the page uses it
 * @param origin the site's; by default, only addresses without a host belong to the site
 * @returns each with the rule that blocks it
 */
export function findBlocked(
  { facts, stylesheets }: HtmlFacts,
  inStylesheet: readonly Reference[] = [],
  origin = 'http://localhost',
): (Reference & { readonly rule: string })[] {
  const { contentPolicy } = facts;
  if (contentPolicy === '') return [];
  const sheets = stylesheets.map((url) => ({ url, from: 'link[rel=stylesheet]' }));
  return [...facts.references, ...sheets, ...inStylesheet].flatMap((reference) => {
    const directives = DIRECTIVES.get(reference.from);
    const rule = directives && findDirective(contentPolicy, directives);
    if (rule === undefined || !URL.canParse(reference.url, origin)) return [];
    const url = new URL(reference.url, origin);
    const [, ...sources] = rule;
    return sources.some((source) => admits(source, url, origin)) ? [] : [{ ...reference, rule: rule.join(' ') }];
  });
}

/** https://www.w3.org/TR/CSP3/#match-url-to-source-expression */
function admits(source: string, url: URL, origin: string): boolean {
  if (source.toLowerCase() === "'self'") return url.origin === origin;
  // A nonce or a hash may allow it, which only a browser can decide.
  if (source.startsWith("'")) return /^'(nonce-|sha\d+-|strict-dynamic)/.test(source);
  if (source === '*') return /^https?:$/.test(url.protocol);
  if (/^[a-z][a-z\d+.-]*:$/i.test(source)) return url.protocol === source.toLowerCase();
  return matchesHost(source, url, origin);
}

/** https://www.w3.org/TR/CSP3/#grammardef-host-source */
function matchesHost(source: string, url: URL, origin: string): boolean {
  const [, scheme, host = '', port, path] =
    /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/:]+)(?::(\d+|\*))?(\/.*)?$/i.exec(source) ?? [];
  return (
    isScheme(scheme ?? new URL(origin).protocol.slice(0, -1), url) &&
    (host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host.toLowerCase()) &&
    (port === '*' || port === portOf(url) || (port === undefined && url.port === '')) &&
    (path === undefined || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path))
  );
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

/** A rule for `http:` also allows `https:`. */
function isScheme(scheme: string, { protocol }: URL): boolean {
  return protocol === `${scheme}:` || (scheme === 'http' && protocol === 'https:');
}

/**
 * True if the policy blocks `style` attributes. A hash allows an element, but not an attribute:
 * https://www.w3.org/TR/CSP3/#match-element-to-source-list
 */
export function forbidsStyle(contentPolicy: string): boolean {
  const rule = findDirective(contentPolicy, ['style-src-attr', 'style-src', 'default-src']);
  if (rule === undefined || rule.includes("'unsafe-hashes'")) return false;
  return !rule.includes("'unsafe-inline'") || rule.some((source) => EXCEPTION.test(source));
}

/** @param directives most specific first */
export function forbidsInline(contentPolicy: string, directives: readonly string[]): boolean {
  const rule = findDirective(contentPolicy, directives);
  // Hashes and nonces may allow it, which only a browser can decide.
  return rule !== undefined && !rule.some((source) => source === "'unsafe-inline'" || EXCEPTION.test(source));
}

/** With one of these in a rule, browsers ignore `'unsafe-inline'`. */
const EXCEPTION = /^'(sha\d+-.*|nonce-.*)'$/;

function findDirective(contentPolicy: string, directives: readonly string[]): string[] | undefined {
  const written = contentPolicy.split(';').map((directive) => directive.trim().split(/\s+/));
  return directives
    .map((name) => written.find(([directive]) => directive?.toLowerCase() === name))
    .find((directive) => directive !== undefined);
}
