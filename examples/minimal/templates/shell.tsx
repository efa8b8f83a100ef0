import { href, type ShellProps } from 'sitegen';

/** The document around every page. */
export default function Shell({ path, meta, canonical, stylesheet, script, preloads, children }: ShellProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{meta.title}</title>
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
        <header>
          <nav aria-label="Main">
            <NavLink to={href('/')} current={path}>
              Home
            </NavLink>
            <NavLink to={href('/about')} current={path}>
              About
            </NavLink>
          </nav>
        </header>
        <main>{children}</main>
        <footer>Built with sitegen.</footer>
      </body>
    </html>
  );
}

function NavLink({ to, current, children }: { to: string; current: string; children: string }) {
  return (
    <a href={to} aria-current={to === current ? 'page' : undefined}>
      {children}
    </a>
  );
}
