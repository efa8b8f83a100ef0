import { company } from '../content/company.ts';
import { sheets, site } from '../content/site.ts';
import { BrandMark } from './brand-mark.tsx';
import { KeyPlan } from './key-plan.tsx';

/** Brand, navigation, and the caption strip that says which sheet this is. */
export function Header({ path }: { readonly path: string }) {
  return (
    <header>
      <div className="gutter flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-3">
        <a href="/" aria-label={site.homeLabel} className="flex min-h-11 items-center gap-3 font-bold hover:text-blue">
          <BrandMark className="size-7" />
          {company.brand}
        </a>
        <nav aria-label={site.navigationLabel}>
          <ul className="-mx-1 flex flex-wrap gap-x-2 text-small sm:-mx-2 sm:gap-x-5 sm:text-body">
            {sheets.slice(1).map((sheet) => (
              <li key={sheet.path}>
                <a href={sheet.path} aria-current={sheet.path === path ? 'page' : undefined} className="nav-link">
                  {sheet.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <CaptionStrip path={path} />
    </header>
  );
}

function CaptionStrip({ path }: { readonly path: string }) {
  const index = sheets.findIndex((sheet) => sheet.path === path);
  const sheet = sheets[index];
  return (
    <div className="gutter label flex items-center justify-between gap-3 border-y border-ink py-2 text-muted">
      <p>{sheet ? site.sheetCaption(index + 1, sheet.name) : site.noSheet}</p>
      <KeyPlan path={path} />
    </div>
  );
}
