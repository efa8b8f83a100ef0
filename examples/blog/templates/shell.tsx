import { href, type ShellProps } from 'sitegen';
import { site } from './site.ts';

/** Pages load what the site itself serves. A build reports what this policy blocks. */
const CONTENT_SECURITY_POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'";

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
        <meta property="og:type" content={'publishAt' in meta ? 'article' : 'website'} />
        {canonical && <meta property="og:url" content={canonical} />}
        <meta property="og:site_name" content={site.name} />
        {meta.noindex && <meta name="robots" content="noindex" />}
        {canonical && <link rel="canonical" href={canonical} />}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="alternate" href="/feed.xml" type="application/atom+xml" title={site.name} />
        {stylesheet && <link rel="stylesheet" href={stylesheet} />}
        {script && <script type="module" src={script} />}
        {preloads.map((address) => (
          <link key={address} rel="modulepreload" href={address} />
        ))}
      </head>
      <body>
        <a href="#_content" className="fixed top-2 left-2 bg-accent p-3 text-paper not-focus:sr-only">
          Skip to content
        </a>
        <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-6 print:hidden">
          <a href={href('/')} className="flex items-center gap-2.5 text-lg font-bold tracking-tight">
            <img src="/icon.svg" alt="" width={32} height={32} />
            {site.name}
          </a>
          <nav aria-label="Main" className="flex gap-6">
            <NavLink address={href('/')} text="Posts" path={path} />
            <NavLink address={href('/about')} text="About" path={path} />
          </nav>
        </header>
        <main id="_content" className="py-6">
          {children}
        </main>
        <footer className="mt-16 flex justify-between border-t border-line py-8 text-sm text-quiet">
          <p>© {site.author}</p>
          <a href="/feed.xml" className="link print:hidden">
            Feed
          </a>
        </footer>
      </body>
    </html>
  );
}

function NavLink({ address, text, path }: { readonly address: string; readonly text: string; readonly path: string }) {
  return (
    <a
      href={address}
      aria-current={path === address ? 'page' : undefined}
      className="py-2 text-quiet hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
    >
      {text}
    </a>
  );
}
