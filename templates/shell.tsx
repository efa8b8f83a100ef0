import type { ShellProps } from 'sitegen';
import { site } from './content/site.ts';
import { DraftRibbon } from './draft/ribbon.tsx';
import { questions } from './draft/words.ts';
import archivo from './fonts/archivo.woff2';
import { Footer } from './ui/footer.tsx';
import { CONTENT_SECURITY_POLICY, Prefetch, Sharing, Transition } from './ui/head.tsx';
import { Header } from './ui/header.tsx';

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
        {(meta.noindex || questions.length > 0) && <meta name="robots" content="noindex" />}
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
        <a
          className="absolute top-2 left-2 z-1 bg-sheet px-4 py-2.5 font-bold underline not-focus:sr-only"
          href="#content"
        >
          {site.skipLink}
        </a>
        <Header path={path}>
          <DraftRibbon />
        </Header>
        {/* The skip link moves the focus here; the page itself needs no ring. */}
        <main id="content" tabIndex={-1} className="focus:shadow-none focus:outline-none">
          {children}
        </main>
        <Footer />
      </body>
    </html>
  );
}
