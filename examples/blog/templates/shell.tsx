import type { ShellProps } from 'sitegen';
import { Footer } from './components/footer.tsx';
import { Header } from './components/header.tsx';
import { site } from './site.ts';

/** Pages load what the site itself serves. A build reports what this policy blocks. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The document around every page. */
export default function Shell({ path, meta, canonical, stylesheet, script, preloads, children }: ShellProps) {
  return (
    <html lang={site.language}>
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={CONTENT_SECURITY_POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${meta.title} – ${site.name}`}</title>
        <meta name="description" content={meta.description} />
        <meta property="og:title" content={meta.title} />
        <meta property="og:site_name" content={site.name} />
        {meta.noindex && <meta name="robots" content="noindex" />}
        {canonical && <link rel="canonical" href={canonical} />}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="alternate" href="/feed.xml" type="application/atom+xml" title={site.name} />
        <link rel="alternate" href="/feed.json" type="application/feed+json" title={site.name} />
        {stylesheet && <link rel="stylesheet" href={stylesheet} />}
        {script && <script type="module" src={script} />}
        {preloads.map((address) => (
          <link key={address} rel="modulepreload" href={address} />
        ))}
      </head>
      <body>
        <a href="#content" className="btn fixed top-2 left-2 z-10 not-focus:sr-only">
          Skip to content
        </a>
        <Header path={path} />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <Footer />
      </body>
    </html>
  );
}
