import type { Meta } from 'sitegen';
import { evidence, measured } from './company.ts';
import { headlineFigures } from './home.ts';
import { schedule, type Span } from './schedule.ts';

export const meta: Meta = {
  title: 'Our approach',
  description:
    'Our Four-Phase Universal Method: data discovery, algorithm development, platform build and training, and how long each phase takes.',
};

/** A phase of the method. Its bar is drawn from `weeks`. */
export interface Phase {
  readonly name: string;
  readonly duration: string;
  readonly weeks: Span;
  readonly text: string;
}

const phases: readonly Phase[] = [
  {
    name: 'Data Discovery & Gap Analysis',
    duration: '2-3 weeks',
    weeks: { shortest: 2, longest: 3 },
    text: 'We list the data you hold and find out what is missing.',
  },
  {
    name: 'Custom Algorithm Development',
    duration: '4-6 weeks',
    weeks: { shortest: 4, longest: 6 },
    text: 'We write and test the calculations that turn your data into answers.',
  },
  {
    name: 'Platform Build & Integration',
    duration: '6-8 weeks',
    weeks: { shortest: 6, longest: 8 },
    text: 'We build the platform that shows the answers, and connect it to the systems you already run.',
  },
  {
    name: 'Training & Optimisation',
    duration: '2-3 weeks',
    weeks: { shortest: 2, longest: 3 },
    text: 'We train your people on the platform, and adjust it to how they use it.',
  },
];

const { bars, total } = schedule(phases.map(({ weeks }) => weeks));
const weeks = `${total.shortest} to ${total.longest} weeks`;

export const approach = {
  heading: 'Four phases, from first look to working platform',
  lead: `We start with the data you hold. The four phases take ${weeks.replaceAll(' ', '\u00a0')}.`,
  picture: 'Illustrative street, after the last phase',
} as const;

export const outcomes = {
  heading: 'Delivered Outcomes',
  figures: headlineFigures,
  evidence: evidence.headline,
} as const;

export const method: {
  readonly heading: string;
  readonly lead: string;
  readonly phases: readonly Phase[];
  readonly bars: typeof bars;
  readonly longest: number;
  readonly phase: string;
  readonly weeks: (first: number, last: number) => string;
  readonly week: string;
  readonly total: string;
  readonly inAll: string;
  readonly key: string;
  readonly street: string;
} = {
  heading: 'Four-Phase Universal Method',
  lead: 'The same four phases in the same order, so you know what comes next, and when.',
  phases,
  bars,
  longest: total.longest,
  phase: 'Phase',
  weeks: (first, last) => `weeks ${first}–${last}`,
  week: 'Week',
  total: weeks,
  inAll: `${weeks} in all`,
  key: 'Solid: the shortest time. Outline: the longest. A bar starts at the latest week in which its phase can begin.',
  street: 'Illustrative street. Empty plots: data still missing. Tinted plots: data in hand.',
};

/** An option. Its bar is drawn from `months`. */
export interface Option {
  readonly name: string;
  readonly duration: string;
  readonly months: Span;
  /** The numbers of the phases that it holds, where they are known. */
  readonly phases?: readonly number[];
  readonly question: string;
  /** Shown once it is known. */
  readonly note?: string;
}

/** Twelve months have 52 weeks. */
const FOUR_WEEKS = (4 * 12) / 52;

export const options: {
  readonly heading: string;
  readonly lead: string;
  readonly cards: readonly Option[];
  readonly key: string;
} = {
  heading: 'Three Strategic Investment Options',
  lead: 'Which question do you need answered?',
  cards: [
    {
      name: 'Strategic Assessment',
      duration: '4 weeks (Phases 1-2)',
      months: { shortest: FOUR_WEEKS, longest: FOUR_WEEKS },
      phases: [1, 2],
      question: 'What can our data support, and what is missing?',
      note: measured.assessment,
    },
    {
      name: 'Competitive Transformation',
      duration: '6 months',
      months: { shortest: 6, longest: 6 },
      question: 'How do we put our data to work across the organisation?',
    },
    {
      name: 'Market Leadership',
      duration: '12-18 months',
      months: { shortest: 12, longest: 18 },
      question: 'How do we build a lead in our market, and keep it?',
    },
  ],
  key: 'Drawn to one scale. Solid: the shortest time. Outline: the longest.',
};

export const discussion = {
  heading: 'Not sure which option fits?',
  text: 'Tell us the decision and the date. We will say which option fits, or that none does.',
  link: 'Schedule Strategic Discussion',
} as const;
