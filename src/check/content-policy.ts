/** What a page's content security policy forbids: https://www.w3.org/TR/CSP3/ */
import type { HtmlFacts, Reference } from '../core/page-facts.ts';

/** Which directives say whether an address may be used, the most exact one first, by where it is named. */
const DIRECTIVES = new Map(
  Object.entries({
    'script[src]': ['script-src-elem', 'script-src', 'default-src'],
    'link[rel=stylesheet]': ['style-src-elem', 'style-src', 'default-src'],
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
 * The addresses in a page that a browser will not use there.
 *
 * @param origin the site's; without it, an address without a host is taken for the site's own
 * @returns with the rule that forbids them
 */
export function findBlocked(
  { facts, stylesheets }: HtmlFacts,
  origin = 'http://localhost',
): (Reference & { readonly rule: string })[] {
  const { contentPolicy } = facts;
  if (contentPolicy === '') return [];
  const sheets = stylesheets.map((url) => ({ url, from: 'link[rel=stylesheet]' }));
  return [...facts.references, ...sheets].flatMap((reference) => {
    const directives = DIRECTIVES.get(reference.from);
    const rule = directives && findRule(contentPolicy, directives);
    if (rule === undefined || !URL.canParse(reference.url, origin)) return [];
    const url = new URL(reference.url, origin);
    const [, ...sources] = rule;
    return sources.some((source) => admits(source, url, origin)) ? [] : [{ ...reference, rule: rule.join(' ') }];
  });
}

/** https://www.w3.org/TR/CSP3/#match-url-to-source-expression */
function admits(source: string, url: URL, origin: string): boolean {
  if (source.toLowerCase() === "'self'") return url.origin === origin;
  // A nonce or a hash may let it through: a browser has to say.
  if (source.startsWith("'")) return /^'(nonce-|sha\d+-|strict-dynamic)/.test(source);
  if (source === '*') return /^https?:$/.test(url.protocol);
  if (/^[a-z][a-z\d+.-]*:$/i.test(source)) return url.protocol === source.toLowerCase();
  const [, scheme, host = '', port, path] =
    /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/:]+)(?::(\d+|\*))?(\/.*)?$/i.exec(source) ?? [];
  return (
    isScheme(scheme ?? new URL(origin).protocol.slice(0, -1), url) &&
    (host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host.toLowerCase()) &&
    (port === '*' || (port ?? '') === url.port) &&
    (path === undefined || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path))
  );
}

/** What allows the one without encryption allows the one with it. */
function isScheme(scheme: string, { protocol }: URL): boolean {
  return protocol === `${scheme}:` || (scheme === 'http' && protocol === 'https:');
}

/**
 * Whether the `style` attribute does nothing on a page. A hash allows an element, and no attribute:
 * https://www.w3.org/TR/CSP3/#match-element-to-source-list
 */
export function forbidsStyle(contentPolicy: string): boolean {
  const rule = findRule(contentPolicy, ['style-src-attr', 'style-src', 'default-src']);
  if (rule === undefined || rule.includes("'unsafe-hashes'")) return false;
  return !rule.includes("'unsafe-inline'") || rule.some((source) => EXCEPTION.test(source));
}

/** @param directives those that may say it, the most exact one first */
export function forbidsInline(contentPolicy: string, directives: readonly string[]): boolean {
  const rule = findRule(contentPolicy, directives);
  // Hashes and nonces allow some; whether these, a browser has to say.
  return rule !== undefined && !rule.some((source) => source === "'unsafe-inline'" || EXCEPTION.test(source));
}

/** With one of these in a rule, `'unsafe-inline'` no longer counts. */
const EXCEPTION = /^'(sha\d+-.*|nonce-.*)'$/;

function findRule(contentPolicy: string, directives: readonly string[]): string[] | undefined {
  const written = contentPolicy.split(';').map((directive) => directive.trim().split(/\s+/));
  return directives
    .map((name) => written.find(([directive]) => directive === name))
    .find((directive) => directive !== undefined);
}
