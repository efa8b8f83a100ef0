import type { ReactNode } from 'react';
import { company } from '../content/company.ts';
import { pages, site } from '../content/site.ts';
import { BrandMark } from './brand-mark.tsx';

/** Brand and navigation. */
export function Header({ path, children }: { readonly path: string; readonly children?: ReactNode }) {
  return (
    <header className="border-b border-control">
      {children}
      <div className="page flex flex-wrap items-center justify-between gap-x-8 py-2 sm:py-3">
        <a href="/" aria-label={site.homeLabel} className="flex min-h-11 items-center gap-3 font-bold hover:text-blue">
          <BrandMark size={28} className="size-7" />
          {company.brand}
        </a>
        <nav aria-label={site.navigationLabel} className="-ms-1 max-sm:grow print:hidden">
          <ul className="flex flex-wrap items-center gap-x-[clamp(0.375rem,2vw,1.5rem)]">
            {pages.map((page) => (
              <li key={page.path} className="group max-sm:last:ms-auto">
                <a href={page.path} aria-current={page.path === path ? 'page' : undefined} className="nav-link">
                  {page.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}
