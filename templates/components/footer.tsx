import type { ReactNode } from 'react';
import { company } from '../content/company.ts';
import { footer, sheets, site } from '../content/site.ts';
import { BrandMark } from './brand-mark.tsx';

/** The title block of the sheet. */
export function Footer({ path }: { readonly path: string }) {
  const index = sheets.findIndex((sheet) => sheet.path === path);
  return (
    <footer className="title-block border-t border-ink text-small">
      <Cell className="title-brand">
        <p className="flex items-center gap-3 font-bold">
          <BrandMark className="size-7 grayscale" />
          {company.brand}
        </p>
        <p className="mt-1 text-muted">{footer.subject}</p>
        <p className="mt-6 font-bold">{footer.places}</p>
      </Cell>
      <Cell className="title-email" term={footer.emailTerm}>
        <a href={`mailto:${company.email}`} className="link inline-block">
          {company.email}
        </a>
      </Cell>
      <Cell className="title-case" term={footer.caseStudyTerm}>
        <a href="/case-study/" className="link inline-block">
          {footer.caseStudyLink}
        </a>
      </Cell>
      <Cell className="title-company" term={footer.companyTerm}>
        <p>{`${footer.company} ${footer.number} ${footer.office}`}</p>
        <p className="mt-2">{footer.copyright}</p>
        <p className="mt-2 text-muted">{footer.privacy}</p>
      </Cell>
      <Cell className="title-reviewed" term={footer.reviewedTerm}>
        <p>{company.lastReviewed}</p>
      </Cell>
      <Cell className="title-sheet" term={footer.sheetTerm}>
        <p>{site.sheetNumber(index + 1)}</p>
      </Cell>
    </footer>
  );
}

function Cell({ className, term, children }: { className: string; term?: string; children: ReactNode }) {
  return (
    <div className={className}>
      {term && <p className="label mb-1 text-muted">{term}</p>}
      {children}
    </div>
  );
}
