import { company } from '../content/company.ts';
import { pages, site } from '../content/site.ts';
import { BrandMark } from './brand-mark.tsx';

/** Brand and navigation. On the first page the mark is in the title block of the plan, and not here as well. */
export function Header({ path }: { readonly path: string }) {
  return (
    <header className="gutter flex flex-wrap items-center justify-between gap-x-8 border-b border-ink py-2 sm:py-3">
      <a href="/" aria-label={site.homeLabel} className="brand">
        {path === '/' || <BrandMark className="brand-mark" />}
        {company.brand}
      </a>
      <nav aria-label={site.navigationLabel}>
        <ul className="nav">
          {pages.map((page) => (
            <li key={page.path}>
              <a href={page.path} aria-current={page.path === path ? 'page' : undefined} className="nav-link">
                {page.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
