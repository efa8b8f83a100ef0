import type { Meta } from 'sitegen';
import { company } from './company.ts';

/** The pages of the site, in the order of its navigation. */
export const pages = [
  { path: '/our-approach/', name: 'Our approach' },
  { path: '/case-study/', name: 'Case study' },
  { path: '/contact/', name: 'Contact' },
] as const;

export const site = {
  skipLink: 'Skip to main content',
  navigationLabel: 'Main',
  homeLabel: `${company.brand}, home`,
  evidenceTerm: 'Evidence:',
  cardText: (words: string) => `${words}. Plan of a street, one site edged red.`,
  documentTitle: (page: string) => `${page} – ${company.brand}`,
} as const;

const TO_FOLLOW = 'to follow';

export const footer = {
  subject: 'Data advice for the property sector',
  places: 'London • New York',
  pagesTerm: 'Pages',
  home: 'Home',
  caseStudyLink: 'Case study: Civic Vision',
  emailTerm: 'Email',
  privacyTerm: 'Privacy',
  privacy: 'This site sets no cookies, stores nothing on your device and loads nothing from other sites.',
  privacyLink: 'Privacy and accessibility',
  company: [
    company.registeredName &&
      `${company.brand} is a trading name of ${company.registeredName}, registered in ${company.registeredIn}.`,
    `Company number: ${company.number || TO_FOLLOW}.`,
    `Registered office: ${company.registeredOffice || TO_FOLLOW}.`,
    company.vat && `VAT number: ${company.vat}.`,
  ].filter(Boolean),
  copyright: ['©', company.copyrightYear, `${company.registeredName || company.brand}. All rights reserved.`]
    .filter(Boolean)
    .join(' '),
} as const;

export const notFound = {
  meta: { title: 'Page not found', description: 'There is no page at this address.' } satisfies Meta,
  code: '404',
  exclamation: 'Oops!',
  heading: 'Page not found',
  lead: 'There is no page at this address. It may have moved, or the link may be wrong.',
  homeLink: 'Return to Home',
  contactText: 'Looking for something in particular?',
  contactLink: 'Contact us',
} as const;

export const failure = {
  meta: {
    title: 'Unexpected error',
    description: 'The page could not be shown because of an unexpected error.',
  } satisfies Meta,
  heading: 'Unexpected Application Error!',
  lead: 'The page could not be shown. Please try again in a few minutes.',
  homeLink: 'Return to Home',
  emailText: 'If it happens again, write to',
} as const;
