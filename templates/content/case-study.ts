import type { Meta } from 'sitegen';
import type { Claim } from './claims.ts';
import { basis } from './company.ts';

export const meta: Meta = {
  title: 'Case study: Civic Vision',
  description:
    'How a social housing developer, funded with £7M, improved the accuracy of its data by 100% in 6 months with a solution named Civic Vision.',
};

export const caseStudy = {
  heading: 'Civic Vision, for a social housing developer',
  lead: 'A developer of social housing had to be able to stand behind its own records. Six months later it had a solution of its own, named Civic Vision.',
} as const;

export const dossier = {
  heading: 'The facts',
  facts: [
    { term: 'Client', fact: 'A social housing developer, not named here' },
    { term: 'Sector', fact: 'Social housing' },
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
    text: 'A developer of social housing answers to funders, to regulators and to residents, and each of them asks for figures. When records disagree with one another, every answer takes longer and can be questioned.',
  },
  approach: {
    heading: 'Approach',
    text: 'We began with the data as it stood and asked of each record where it came from, who relies on it, and which decision it has to carry. The four phases of the Universal Method gave the work its order.',
  },
  solution: {
    heading: 'Solution',
    text: 'The solution is named Civic Vision. It has four parts.',
    items: [
      { name: 'Discovery', text: 'A list of the data held, and of the gaps between it and the decisions that rest on it.' },
      { name: 'Algorithms', text: 'Calculations written for the developer’s own questions, with the source of each figure.' },
      { name: 'Platform', text: 'One place in which the results appear, joined to the systems already in use.' },
      { name: 'Training', text: 'Instruction for the people who work with it, and adjustment to what they found.' },
    ],
  },
  results: {
    heading: 'Results',
    text: 'The developer was funded with £7M. Within 6 months the accuracy of its data had improved by 100%.',
  },
} as const;

export const testimonialHeading = 'The developer’s view';

export const consultation = {
  heading: 'Records that disagree can be made to agree',
  text: 'Tell us which decision rests on them.',
  link: 'Schedule Strategic Consultation',
} as const;
