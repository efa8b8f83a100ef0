import type { Meta } from 'sitegen';
import { annualValue, compliance, fasterDecisions, returnOnInvestment } from './claims.ts';
import { evidence, open } from './company.ts';

export const meta: Meta = {
  title: 'Our approach',
  description:
    'The Four-Phase Universal Method: data discovery, algorithm development, platform build and training, in 14 to 20 weeks.',
};

export const approach = {
  heading: 'One method, from your data to your decision',
  lead: 'Four phases take you from the data you hold to a platform your people can use: 14\u00a0to\u00a020\u00a0weeks in all.',
} as const;

export const outcomes = {
  heading: 'Delivered Outcomes',
  lead: 'What the method is measured by.',
  claims: [annualValue, fasterDecisions, returnOnInvestment, compliance],
  evidence: evidence.headline,
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
  readonly total: (shortest: number, longest: number) => string;
  readonly weeks: (first: number, last: number) => string;
  readonly totalWeeks: (shortest: number, longest: number) => string;
  readonly key: string;
  readonly phases: readonly Phase[];
} = {
  heading: 'Four-Phase Universal Method',
  lead: 'The same four phases in the same order, so you can see what comes next, and when.',
  total: (shortest, longest) => `${shortest} to ${longest} weeks in all`,
  weeks: (first, last) => `weeks ${first}–${last}`,
  totalWeeks: (shortest, longest) => `${shortest}–${longest} weeks`,
  key: 'Drawn to scale, a line to a week. Solid: shortest time. Open: longest. Each phase starts at the latest end of the one before.',
  phases: [
    {
      name: 'Data Discovery & Gap Analysis',
      duration: '2-3 weeks',
      weeks: { shortest: 2, longest: 3 },
      text: 'We list the data you hold and find what the decision still needs.',
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
      text: 'We build the platform that shows the answer and connect it to the systems you already run.',
    },
    {
      name: 'Training & Optimisation',
      duration: '2-3 weeks',
      weeks: { shortest: 2, longest: 3 },
      text: 'Your people learn to use the platform, and we adjust it to what they find.',
    },
  ],
};

/** An option. `months` is what its bar is drawn from. */
export interface Option {
  readonly name: string;
  readonly duration: string;
  readonly months: { readonly shortest: number; readonly longest: number };
  readonly question: string;
  /** What has to be asked before the option can be published. */
  readonly open?: string;
}

/** Twelve months have 52 weeks. */
const FOUR_WEEKS = (4 * 12) / 52;

export const options: {
  readonly heading: string;
  readonly lead: string;
  readonly columns: { readonly name: string; readonly duration: string };
  readonly key: string;
  readonly rows: readonly Option[];
} = {
  heading: 'Three Strategic Investment Options',
  lead: 'Choose by the question you need answered.',
  columns: { name: 'Option', duration: 'Duration' },
  key: 'Drawn to one scale, a line to a month. Solid: shortest time. Open: longest.',
  rows: [
    {
      name: 'Strategic Assessment',
      duration: '4 weeks (Phases 1-2)',
      months: { shortest: FOUR_WEEKS, longest: FOUR_WEEKS },
      question: 'What can our data support, and what is missing?',
      open: open.assessment,
    },
    {
      name: 'Competitive Transformation',
      duration: '6 months',
      months: { shortest: 6, longest: 6 },
      question: 'How do we put it to work across the organisation?',
    },
    {
      name: 'Market Leadership',
      duration: '12-18 months',
      months: { shortest: 12, longest: 18 },
      question: 'How do we stay ahead with it?',
    },
  ],
};

export const discussion = {
  heading: 'Not sure which option fits?',
  text: 'Bring the question. The data can follow.',
  link: 'Schedule Strategic Discussion',
} as const;
