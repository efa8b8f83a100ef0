import type { Meta } from 'sitegen';
import { annualValue, compliance, fasterDecisions, returnOnInvestment } from './claims.ts';
import { optionScope } from './company.ts';

export const meta: Meta = {
  title: 'Our approach',
  description:
    'The Four-Phase Universal Method: data discovery, algorithm development, platform build and training, with the time each phase takes.',
};

export const approach = {
  heading: 'One method, whatever the property question',
  lead: 'We begin with the data you hold and end with people who can use the result without us. Between the two lie four phases, each with its length in weeks.',
} as const;

export const outcomes = {
  heading: 'Delivered Outcomes',
  lead: 'Four metrics that the method is judged by.',
  claims: [annualValue, fasterDecisions, returnOnInvestment, compliance],
} as const;

/** A phase of the method. `weeks` is what its bar is drawn from. */
export interface Phase {
  readonly name: string;
  readonly duration: string;
  readonly weeks: { readonly shortest: number; readonly longest: number };
  readonly text: string;
}

export const method: {
  readonly heading: string;
  readonly lead: string;
  readonly unit: string;
  readonly key: string;
  readonly phases: readonly Phase[];
} = {
  heading: 'Four-Phase Universal Method',
  lead: 'The same four phases in the same order, so that you know what comes next and how long it takes.',
  unit: 'Week',
  key: 'Drawn to scale, one division to a week. Solid: the shortest time. Open: up to the longest. Each phase is drawn from the latest end of the one before.',
  phases: [
    {
      name: 'Data Discovery & Gap Analysis',
      duration: '2-3 weeks',
      weeks: { shortest: 2, longest: 3 },
      text: 'We list the data you hold, and what the decision needs that you do not.',
    },
    {
      name: 'Custom Algorithm Development',
      duration: '4-6 weeks',
      weeks: { shortest: 4, longest: 6 },
      text: 'We write and test the calculations that turn your data into an answer to your question.',
    },
    {
      name: 'Platform Build & Integration',
      duration: '6-8 weeks',
      weeks: { shortest: 6, longest: 8 },
      text: 'We build the place where the answer appears, and join it to the systems you already run.',
    },
    {
      name: 'Training & Optimisation',
      duration: '2-3 weeks',
      weeks: { shortest: 2, longest: 3 },
      text: 'Your people learn to use the platform, and we adjust it to what they find.',
    },
  ],
};

export const options = {
  heading: 'Three Strategic Investment Options',
  lead: 'Choose by the question you need answered. Prices are not published here.',
  columns: { name: 'Option', duration: 'Length', scope: 'Phases', question: 'The question it answers' },
  rows: [
    {
      name: 'Strategic Assessment',
      duration: '4 weeks',
      scope: 'Phases 1-2',
      question: 'What can our data support, and what is missing from it?',
    },
    {
      name: 'Competitive Transformation',
      duration: '6 months',
      scope: optionScope.transformation,
      question: 'How do we work differently with the data we have?',
    },
    {
      name: 'Market Leadership',
      duration: '12-18 months',
      scope: optionScope.leadership,
      question: 'How do we stay ahead once we do?',
    },
  ],
} as const;

export const discussion = {
  heading: 'Which option fits is the first thing to discuss',
  text: 'Bring the question. The data can follow.',
  link: 'Schedule Strategic Discussion',
} as const;
