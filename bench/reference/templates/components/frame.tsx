import type { ReactNode } from 'react';
import type { site } from '../content/fixed.ts';

interface FrameProps {
  readonly content: typeof site;
  readonly children: ReactNode;
}

/** What every page has around it. */
export function Frame({ content, children }: FrameProps) {
  return (
    <div id="frame" className="min-h-screen bg-white text-stone-800 antialiased">
      <header className="sticky top-0 z-10 border-b border-stone-200 bg-white/90 backdrop-blur">
        <div className="mx-auto flex max-w-5xl items-center justify-between px-6 py-4">
          <a href="/" className="text-lg font-bold tracking-tight text-stone-900">
            {content.name}
          </a>
          <nav aria-label="Main">
            <ul className="flex gap-6">
              {content.nav.map((link) => (
                <li key={link.href}>
                  <a href={link.href} className="text-sm font-medium text-stone-600 hover:text-teal-700">
                    {link.label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </header>
      <main className="mx-auto max-w-5xl px-6 py-12">{children}</main>
      <footer className="border-t border-stone-200 bg-stone-50">
        <div className="mx-auto grid max-w-5xl grid-cols-2 gap-8 px-6 py-12 md:grid-cols-4">
          {content.footer.map((column) => (
            <section key={column.title}>
              <h2 className="text-sm font-bold text-stone-900">{column.title}</h2>
              <ul className="mt-4 space-y-2">
                {column.links.map((link) => (
                  <li key={link.label}>
                    <a href={link.href} className="text-sm text-stone-500 hover:text-stone-900">
                      {link.label}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        <p className="px-6 pb-8 text-center text-xs text-stone-500">{content.motto}</p>
      </footer>
    </div>
  );
}
