import type { ReactNode } from 'react';
import { company } from '../content/company.ts';
import { footer } from '../content/site.ts';
import { BrandMark } from './brand-mark.tsx';
import { EmailLink } from './email-link.tsx';
import { Fact } from './fact.tsx';

/** The title block of the sheet. */
export function Footer() {
  return (
    <footer className="title-block border-t border-ink text-small">
      <div className="title-brand">
        <p className="flex items-center gap-3 font-bold">
          <BrandMark className="size-7 grayscale" />
          {company.brand}
        </p>
        <p className="mt-1 text-muted">{footer.subject}</p>
        <p className="mt-6 font-bold">{footer.places}</p>
      </div>
      <Cell className="title-pages" term={footer.pagesTerm}>
        <ul>
          {LINKS.map(([href, name]) => (
            <li key={href}>
              <a href={href} className="link footer-link">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </Cell>
      <Cell className="title-email" term={footer.emailTerm}>
        <EmailLink />
      </Cell>
      <Cell className="title-company" term={footer.companyTerm}>
        <p>
          <Fact text={footer.company} />
        </p>
        <p className="mt-2">
          <Fact text={footer.copyright} />
        </p>
      </Cell>
      <Cell className="title-privacy" term={footer.privacyTerm}>
        <p>{footer.privacy}</p>
        <p className="mt-2">
          <a href="/contact/#privacy" className="link">
            {footer.privacyLink}
          </a>
        </p>
      </Cell>
    </footer>
  );
}

const LINKS = [
  ['/', footer.home],
  ['/our-approach/', footer.approach],
  ['/case-study/', footer.caseStudyLink],
  ['/contact/', footer.contact],
] as const;

interface CellProps {
  readonly className: string;
  readonly term: string;
  readonly children: ReactNode;
}

function Cell({ className, term, children }: CellProps) {
  return (
    <div className={className}>
      <p className="label mb-1 text-muted">{term}</p>
      {children}
    </div>
  );
}
