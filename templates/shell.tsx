import type { ShellProps } from 'sitegen';
import { Footer } from './components/footer.tsx';
import { Header } from './components/header.tsx';
import { PREFETCH_HASH, Prefetch } from './components/prefetch.tsx';
import { Sharing } from './components/sharing.tsx';
import { TRANSITION_HASH, Transition } from './components/transition.tsx';
import { site } from './content/site.ts';
import archivo from './fonts/archivo.woff2';

/**
 * What a page may do: load from its own site, and nothing else. It holds on hosts that send no headers, too. The two
 * hashes allow one inline block each, word for word.
 *
 * Two directives are for the host's headers only. `frame-ancestors` has no effect in a `<meta>`, and
 * `upgrade-insecure-requests` would break the site where a host speaks plain HTTP, as S3 website endpoints do.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${PREFETCH_HASH}`,
  `style-src 'self' ${TRANSITION_HASH}`,
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'", // robots.txt, which auditors like Lighthouse read from within the page
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The document around each page. */
export default function Shell(props: ShellProps) {
  const { path, meta, icons, stylesheet, script, preloads, children } = props;
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={CONTENT_SECURITY_POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{site.documentTitle(meta.title)}</title>
        <meta name="description" content={meta.description} />
        {meta.noindex && <meta name="robots" content="noindex" />}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c161d" />
        {icons.map((icon) => (
          <link key={icon.href} {...icon} />
        ))}
        <link rel="preload" as="font" type="font/woff2" href={archivo} crossOrigin="anonymous" />
        <Transition />
        {stylesheet && <link rel="stylesheet" href={stylesheet} />}
        {script && <script type="module" src={script} />}
        {preloads.map((address) => (
          <link key={address} rel="modulepreload" href={address} />
        ))}
        <Sharing {...props} />
        <Prefetch />
      </head>
      <body>
        <a className="skip" href="#content">
          {site.skipLink}
        </a>
        <div className="sheet">
          <Header path={path} />
          <main id="content" tabIndex={-1}>
            {children}
          </main>
          <Footer />
        </div>
      </body>
    </html>
  );
}
