import type { ShellProps } from 'sitegen';
import { Footer } from './components/footer.tsx';
import { Header } from './components/header.tsx';
import { site } from './site.ts';

const formOrigin = new URL(site.formService).origin;

/** Pages load what the site itself serves, and send the form. A build reports what this policy blocks. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  `connect-src 'self' ${formOrigin}`,
  `form-action ${formOrigin}`,
  "base-uri 'none'",
].join('; ');

/** The document around every page. */
export default function Shell({ path, meta, canonical, stylesheet, script, preloads, children }: ShellProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={CONTENT_SECURITY_POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${meta.title} – ${site.name}`}</title>
        <meta name="description" content={meta.description} />
        {meta.noindex && <meta name="robots" content="noindex" />}
        {canonical && <link rel="canonical" href={canonical} />}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
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
