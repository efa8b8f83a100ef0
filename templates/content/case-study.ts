import type { Meta } from 'sitegen';
import type { Claim } from './claims.ts';
import { basis, caseStudyAccount } from './company.ts';

export const meta: Meta = {
  title: 'Case study: Civic Vision',
  description:
    'How a social housing developer, funded with £7M, improved the accuracy of its data by 100% in 6 months with a solution named Civic Vision.',
};

export const caseStudy = {
  heading: 'Civic Vision, for a social housing developer',
  lead: 'A social housing developer, £7M of funding, and 6\u00a0months in which the accuracy of its data improved by 100%.',
} as const;

export const dossier = {
  heading: 'The facts',
  facts: [
    { term: 'Client', fact: 'A social housing developer, not named here' },
    { term: 'Sector', fact: 'Social housing' },
    { term: 'Period', fact: '6 months' },
    { term: 'Solution', fact: 'Civic Vision' },
    { term: 'Method', fact: 'Four-Phase Universal Method' },
  ],
} as const;

const basisLine = `Basis: ${basis.caseStudy}.`;

export const keyResults: { readonly heading: string; readonly claims: readonly Claim[] } = {
  heading: 'Key results',
  claims: [
    {
      figure: '£7M',
      term: 'funding',
      meaning: 'The amount that the developer was funded with.',
      basis: basisLine,
    },
    {
      figure: '6 months',
      term: 'of work',
      meaning: 'The length of the work, from its beginning to its end.',
      basis: basisLine,
    },
    {
      figure: '100%',
      term: 'improvement in data accuracy',
      meaning: 'How far the accuracy of the data improved, compared with its accuracy before the work.',
      basis: basisLine,
    },
  ],
};

export const account = {
  challenge: {
    heading: 'Challenge',
    text: caseStudyAccount.challenge,
  },
  approach: {
    heading: 'Approach',
    text: caseStudyAccount.approach,
  },
  solution: {
    heading: 'Solution',
    text: 'The solution is named Civic Vision. It has four parts.',
    items: [
      { name: 'Discovery', text: caseStudyAccount.discovery },
      { name: 'Algorithms', text: caseStudyAccount.algorithms },
      { name: 'Platform', text: caseStudyAccount.platform },
      { name: 'Training', text: caseStudyAccount.training },
    ],
  },
  results: {
    heading: 'Results',
    text: 'The developer was funded with £7M. Within 6 months the accuracy of its data had improved by 100%.',
  },
} as const;

export const testimonialHeading = 'The developer’s view';

export const consultation = {
  heading: 'Where do your records disagree?',
  text: 'Tell us where, and which decision rests on them.',
  link: 'Schedule Strategic Consultation',
} as const;
