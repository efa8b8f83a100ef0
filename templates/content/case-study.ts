import type { Meta } from 'sitegen';
import type { Claim } from './claims.ts';
import { caseStudyAccount, evidence, measured } from './company.ts';

export const meta: Meta = {
  title: 'Case study: Civic Vision',
  description:
    'How a social housing developer, funded with £7M, improved the accuracy of its data by 100% in 6 months with a solution named Civic Vision.',
};

export const caseStudy = {
  heading: 'Civic Vision: data accuracy up 100% in six months',
  lead: 'A solution for a social housing developer, funded with £7M.',
} as const;

export const keyResults: {
  readonly heading: string;
  /** The result first; then what it took. */
  readonly claims: readonly Claim[];
  readonly evidence: string;
} = {
  heading: 'Key results',
  claims: [
    { figure: '100%', term: 'improvement in data accuracy', meaning: measured.dataAccuracy },
    { figure: '6 months', term: 'duration' },
    { figure: '£7M', term: 'funding' },
  ],
  evidence: evidence.caseStudy,
};

export const dossier = {
  heading: 'The facts',
  facts: [
    { term: 'Client', fact: 'Social housing developer (name withheld)' },
    { term: 'Solution', fact: 'Civic Vision' },
    { term: 'Method', fact: caseStudyAccount.method },
  ],
} as const;

export const account = {
  challenge: { heading: 'Challenge', text: caseStudyAccount.challenge },
  approach: { heading: 'Approach', text: caseStudyAccount.approach },
  solution: {
    heading: 'Solution',
    text: 'Civic Vision has four parts.',
    items: caseStudyAccount.parts,
  },
  results: {
    heading: 'Results',
    text: 'Data accuracy improved by 100% within 6\u00a0months, on £7M of funding.',
    more: caseStudyAccount.results,
  },
} as const;

export const testimonialHeading = 'The developer’s view';

export const consultation = {
  heading: 'Where do your records disagree?',
  text: 'Tell us where, and which decision rests on them.',
  link: 'Schedule Strategic Consultation',
} as const;
