import { href, type ShellProps } from 'sitegen';
import Search from './islands/search.tsx';
import ThemeSwitch from './islands/theme-switch.tsx';
import { site } from './site.ts';
import theme from './theme.js?url';

/** Pages load what the site itself serves. A build reports what this policy blocks. */
const CONTENT_SECURITY_POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'";

/** The document around every page. */
export default function Shell({ meta, canonical, card, stylesheet, script, preloads, children }: ShellProps) {
  return (
    <html lang={site.language}>
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={CONTENT_SECURITY_POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{meta.title === site.name ? site.name : `${meta.title} – ${site.name}`}</title>
        <meta name="description" content={meta.description} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={site.name} />
        <meta property="og:title" content={meta.title} />
        <meta property="og:description" content={meta.description} />
        {canonical && <meta property="og:url" content={canonical} />}
        {card && <meta property="og:image" content={card.url} />}
        <meta name="twitter:card" content={card ? 'summary_large_image' : 'summary'} />
        {meta.noindex && <meta name="robots" content="noindex" />}
        {canonical && <link rel="canonical" href={canonical} />}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {/* Not deferred: it sets the colours before anything is drawn. */}
        <script src={theme} />
        {stylesheet && <link rel="stylesheet" href={stylesheet} />}
        {script && <script type="module" src={script} />}
        {preloads.map((address) => (
          <link key={address} rel="modulepreload" href={address} />
        ))}
      </head>
      <body>
        {/* Ids that start with `_` are those of no heading. */}
        <a href="#_content" className="skip-link">
          Skip to content
        </a>
        <header className="header">
          <a href={href('/')} className="brand">
            <img src="/icon.svg" alt="" width={28} height={28} />
            {site.name}
          </a>
          <Search file="search.json" hydrate="idle" />
          <a href={site.repository} className="header-link">
            Source
          </a>
          <ThemeSwitch hydrate="interaction" />
        </header>
        {children}
      </body>
    </html>
  );
}
