import { company } from './company.ts';

/** A page as the site counts them: the sheets of one set of drawings. */
export interface Sheet {
  readonly path: string;
  readonly name: string;
}

export const sheets: readonly Sheet[] = [
  { path: '/', name: 'Home' },
  { path: '/our-approach/', name: 'Our approach' },
  { path: '/case-study/', name: 'Case study' },
  { path: '/contact/', name: 'Contact' },
];

export const site = {
  skipLink: 'Skip to the content',
  navigationLabel: 'Main',
  homeLabel: `${company.brand}, home`,
  noSheet: 'Unnumbered sheet',
  sheetCaption: (number: number, name: string) => `Sheet ${number} of ${sheets.length} · ${name}`,
  sheetNumber: (number: number) => `${number > 0 ? number : '–'} / ${sheets.length}`,
  cardText: (page: string) => `A site plan with one plot edged red, and the words “${page}”.`,
  documentTitle: (page: string) => `${page} – ${company.brand}`,
} as const;

export const footer = {
  label: 'Company details',
  subject: 'Data advice for the property sector',
  places: 'London • New York',
  caseStudyTerm: 'Read',
  caseStudyLink: 'Case study: Civic Vision',
  emailTerm: 'Email',
  sheetTerm: 'Sheet',
  reviewedTerm: 'Last reviewed',
  companyTerm: 'Company',
  company: `${company.brand} is a trading name of ${company.registeredName}, registered in ${company.registeredIn}.`,
  number: `Company number: ${company.number}.`,
  office: `Registered office: ${company.registeredOffice}.`,
  copyright: `© ${company.registeredName}. All rights reserved.`,
  privacy: 'This site sets no cookies, stores nothing on your device and loads nothing from other sites.',
} as const;
