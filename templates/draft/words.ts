import type { Meta } from 'sitegen';
// oxlint-disable-next-line import/no-unassigned-import -- it asks the questions
import '../content/company.ts';
import { asked, type Question } from './questions.ts';

/** The open questions by who can answer them. The number of a question is its position here. */
export const questions = [...new Set(asked.map(({ who }) => who))].flatMap((person) =>
  asked.filter(({ who }) => who === person),
);

const details = (count: number) => (count === 1 ? '1 detail' : `${count} details`);
const shown = (sample: string) => `Shown\u00a0until\u00a0then: “${sample}”`;

/** The ribbon above every page, and the page of questions that it leads to, while a question is open. */
export const draft = {
  ribbon: (count: number) => `Draft for approval: ${details(count)} still needed`,
  sample: (number: number) => `sample ${number}`,
  heading: (count: number) => `${details(count)} we need from you`,
  lead: 'The pages are ready to read. Answer in any order, by number: the site is released when every answer is in.',
  optional: 'Not needed for the release, but readers look for it',
  asText: 'All questions as text, to copy into an email',
  shown,
  asParagraph: ({ number, who, what, sample }: Question & { readonly number: number }) =>
    [`${number}. ${who}: ${what}`, sample && shown(sample), 'Answer:'].filter(Boolean).join('\n'),
  /** `/case-study/#key-results` -> `case study: key results` */
  placeName: (place: string) =>
    place.replace(/^\/#/, 'home: ').replace('/#', ': ').replace('/', '').replaceAll('-', ' '),
  meta: {
    title: 'Details needed before release',
    description: 'The details that the pages of this draft still need, grouped by who can supply them.',
    noindex: true,
  } satisfies Meta,
} as const;
