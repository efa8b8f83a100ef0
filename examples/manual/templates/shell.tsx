import { href, type ShellProps } from 'sitegen';
import { Navigation } from './components/navigation.tsx';
import { REPOSITORY } from './docs.ts';
import Search from './islands/search.tsx';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
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
        <title>{`${meta.title} – sitegen`}</title>
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
      <body className="lg:grid lg:grid-cols-[18rem_minmax(0,1fr)]">
        <a
          href="#main"
          className="fixed top-2 left-2 z-20 rounded-lg bg-accent px-4 py-2 font-semibold text-paper not-focus:sr-only"
        >
          Skip to content
        </a>
        <header className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-5 py-3 lg:col-span-2 lg:px-8">
          <a href={href('/[...slug]', { slug: '' })} className="flex items-center gap-2 py-1 text-lg font-bold">
            <img src="/icon.svg" alt="" width={28} height={28} />
            sitegen
          </a>
          <button
            type="button"
            popoverTarget="main-navigation"
            className="ml-auto cursor-pointer rounded-lg border border-control px-4 py-2 font-semibold lg:hidden print:hidden"
          >
            Menu
          </button>
          <Search hydrate="interaction" />
          <a href={REPOSITORY.href} className="link ml-auto max-sm:hidden print:hidden">
            Source code
          </a>
        </header>
        <Navigation path={path} />
        <main id="main" tabIndex={-1} className="px-5 pt-8 lg:px-10">
          {children}
        </main>
      </body>
    </html>
  );
}
