import type { ReactNode } from 'react';
import { company } from '../content/company.ts';
import { footer, pages } from '../content/site.ts';
import { BrandMark } from './brand-mark.tsx';
import { EmailLink } from './email-link.tsx';
import { SampleNote } from '../draft/sample-note.tsx';

export function Footer() {
  return (
    <footer id="footer" className="page border-t border-control py-10 text-small">
      <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4 print:grid-cols-2">
        <div>
          <p className="flex items-center gap-3 font-bold">
            <BrandMark size={24} className="size-6" />
            <span className="flex flex-wrap gap-x-1">
              {company.brand} <SampleNote text={company.brand} />
            </span>
          </p>
          <p className="mt-3 text-muted">{footer.subject}</p>
          <p className="mt-3 font-bold">{footer.places}</p>
        </div>
        <Column term={footer.pagesTerm} className="print:hidden">
          <ul>
            {LINKS.map(({ path, name }) => (
              <li key={path}>
                <a href={path} className="link inline-block py-1">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </Column>
        <Column term={footer.emailTerm}>
          <EmailLink className="link inline-block py-1" />
        </Column>
        <Column term={footer.privacyTerm} className="print:hidden">
          <p className="pt-1">{footer.privacy}</p>
          <a href="/contact/#privacy" className="link inline-block py-1">
            {footer.privacyLink}
          </a>
        </Column>
      </div>
      <div className="mt-8 flex flex-wrap justify-between gap-x-8 gap-y-1 border-t border-plan pt-5 text-caption text-balance text-muted">
        <p className="max-w-[46em]">
          {footer.company.map((fact) => (
            <span key={fact} className="max-sm:block">{`${fact} `}</span>
          ))}
        </p>
        <p>{footer.copyright}</p>
      </div>
    </footer>
  );
}

const LINKS = [
  { path: '/', name: footer.home },
  ...pages.map(({ path, name }) => ({ path, name: path === '/case-study/' ? footer.caseStudyLink : name })),
];

interface ColumnProps {
  readonly term: string;
  readonly className?: string;
  readonly children: ReactNode;
}

function Column({ term, className = '', children }: ColumnProps) {
  return (
    <div className={className}>
      <p className="mb-1 text-caption text-muted">{term}</p>
      {children}
    </div>
  );
}
