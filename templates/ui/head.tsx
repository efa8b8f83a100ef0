import { createHash } from 'node:crypto';
import { JsonLd, type ShellProps } from 'sitegen';
import { wordsOf } from '../card.tsx';
import { company } from '../content/company.ts';
import { footer, site } from '../content/site.ts';

/** Allows one inline block, word for word, in a content security policy. */
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Fades from page to page of the site: https://www.w3.org/TR/css-view-transitions-2/#cross-document-view-transitions
 *
 * The rule is inline because Chromium reads it when the page is first shown: the stylesheet often arrives too late for
 * that, and each time an error is left on the console.
 */
const TRANSITION = `@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}`;

/** Fetches a page of the site when a visitor is about to follow a link to it: https://wicg.github.io/nav-speculation/ */
const PREFETCH = JSON.stringify({ prefetch: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }] });

/**
 * A page may load from its own site, and nothing else. It holds on hosts that send no headers, too.
 *
 * Two directives are for the host's headers only. `frame-ancestors` has no effect in a `<meta>`, and
 * `upgrade-insecure-requests` would break the site where a host speaks plain HTTP, as S3 website endpoints do.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${hashOf(PREFETCH)}`,
  `style-src 'self' ${hashOf(TRANSITION)}`,
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'", // robots.txt, which auditors like Lighthouse read from within the page
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export function Transition() {
  return <style dangerouslySetInnerHTML={{ __html: TRANSITION }} />;
}

export function Prefetch() {
  return <script type="speculationrules" dangerouslySetInnerHTML={{ __html: PREFETCH }} />;
}

/** Metadata for other sites and search engines: https://ogp.me. Nothing where the page has no address of its own. */
export function Sharing({ path, meta, canonical, card }: Pick<ShellProps, 'path' | 'meta' | 'canonical' | 'card'>) {
  if (canonical === undefined) return null;
  return (
    <>
      <link rel="canonical" href={canonical} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={company.brand} />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:title" content={meta.title} />
      <meta property="og:description" content={meta.description} />
      <meta property="og:url" content={canonical} />
      {card && (
        <>
          <meta property="og:image" content={card.url} />
          <meta property="og:image:width" content={String(card.width)} />
          <meta property="og:image:height" content={String(card.height)} />
          <meta property="og:image:alt" content={site.cardText(wordsOf(path, meta.title))} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {path === '/' && <JsonLd data={describeOrganisation(canonical, company)} />}
    </>
  );
}

type Organisation = Pick<typeof company, 'brand' | 'email' | 'registeredName' | 'registeredOffice' | 'number'>;

/**
 * The company as search engines read it: only facts that are known.
 *
 * @param home the absolute address of the home page
 */
export function describeOrganisation(home: string, organisation: Organisation): object {
  const { brand, email, registeredName, registeredOffice, number } = organisation;
  const id = `${home}#organisation`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': id,
        name: brand,
        legalName: registeredName || undefined,
        url: home,
        logo: new URL('icon-512.png', home).href,
        description: footer.subject,
        areaServed: 'GB',
        email,
        address: registeredOffice || undefined,
        identifier: number ? { '@type': 'PropertyValue', name: 'Company number', value: number } : undefined,
      },
      { '@type': 'WebSite', name: brand, url: home, publisher: { '@id': id } },
    ],
  };
}
