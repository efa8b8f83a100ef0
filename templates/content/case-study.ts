import type { Meta } from 'sitegen';
import { caseStudyAccount, evidence, measured, optional } from './company.ts';

export const meta: Meta = {
  title: 'Case study: Civic Vision',
  description:
    'How a social housing developer, funded with £7M, improved the accuracy of its data by 100% in 6 months with a solution named Civic Vision.',
};

export const caseStudy = {
  heading: 'Civic Vision: accurate data for a\u00a0housing developer',
  lead: 'What a social housing developer needed, what was built, and what changed.',
  caption: 'Illustrative plan, not to scale. Tinted: data in hand.',
  sheet: 'Sheet 3',
} as const;

export const keyResults = {
  heading: 'Key results',
  figures: [
    { figure: '100%', term: 'improvement in data accuracy', meaning: measured.dataAccuracy },
    { figure: '6 months', term: 'duration' },
    { figure: '£7M', term: 'funding' },
  ],
  evidence: evidence.caseStudy,
} as const;

export const account = {
  estate: {
    before: 'Before: the records, dashed, do not fit the homes.',
    note: 'Illustrative estate.',
    after: 'After: one record fits each home.',
  },
  challenge: { heading: 'Challenge', text: caseStudyAccount.challenge },
  approach: { heading: 'Approach', text: caseStudyAccount.approach, method: caseStudyAccount.method },
  methodLink: 'The method behind it: our approach',
  solution: {
    heading: 'Solution',
    text: 'Civic Vision has four parts.',
    parts: caseStudyAccount.parts,
    part: 'Part',
    pending: 'Civic Vision has four parts. Their names and purposes are to follow.',
  },
  results: {
    heading: 'Results',
    text: 'For the developer, data accuracy improved by 100% within 6\u00a0months.',
    beforeAndAfter: optional.beforeAndAfter,
    more: caseStudyAccount.results,
  },
} as const;

export const testimonial = {
  heading: 'The developer’s view',
  pending: 'To follow, in the developer’s own words.',
} as const;

export const consultation = {
  heading: 'How accurate is your data?',
  text: 'Find out where it stands, and what it would take to rely on it.',
  link: 'Schedule Strategic Consultation',
} as const;
