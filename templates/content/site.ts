import { company } from './company.ts';

export interface SitePage {
  readonly path: string;
  readonly name: string;
}

/** The pages of the site, in the order of its navigation. */
export const pages: readonly SitePage[] = [
  { path: '/our-approach/', name: 'Our approach' },
  { path: '/case-study/', name: 'Case study' },
  { path: '/contact/', name: 'Contact' },
];

export const site = {
  skipLink: 'Skip to main content',
  navigationLabel: 'Main',
  homeLabel: `${company.brand}, home`,
  evidenceTerm: 'Evidence:',
  cardText: (page: string, words: string) => `“${words}”, from the page “${page}”, beside a drawing.`,
  documentTitle: (page: string) => `${page} – ${company.brand}`,
} as const;

export const footer = {
  subject: 'Data advice for the property sector',
  places: 'London • New York',
  pagesTerm: 'Pages',
  home: 'Home',
  approach: 'Our approach',
  contact: 'Contact',
  caseStudyLink: 'Case study: Civic Vision',
  emailTerm: 'Email',
  privacyTerm: 'Privacy',
  privacy: 'This site sets no cookies, stores nothing on your device and loads nothing from other sites.',
  privacyLink: 'Privacy and accessibility',
  companyTerm: 'Company',
  company: `${company.brand} is a trading name of ${company.registeredName}, registered in ${company.registeredIn}. Company number: ${company.number}. Registered office: ${company.registeredOffice}. VAT number: ${company.vat}.`,
  copyright: `© ${company.copyrightYear} ${company.registeredName}. All rights reserved.`,
} as const;
