import type { Meta } from 'sitegen';
import { confirmed, evidence, measured, optional } from './company.ts';
import { headlineFigures } from './home.ts';
import { schedule } from './schedule.ts';

export const meta: Meta = {
  title: 'Our approach',
  description:
    'Our Four-Phase Universal Method: data discovery, algorithm development, platform build and training, and how long each phase takes.',
};

/** The phases of the method. Their bars are drawn from `weeks`. */
const phases = [
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
    text: 'We train your people, then tune the platform to how they work.',
  },
] as const;

const { bars, total } = schedule(phases.map(({ weeks }) => weeks));
const weeks = `${total.shortest} to ${total.longest} weeks`;

export const approach = {
  heading: 'Four phases, from first look to working platform',
  lead: `We start with the data you hold, and finish when your people use the platform: ${weeks.replaceAll(' ', '\u00a0')}.`,
  caption: 'Illustrative plan, not to scale. Tinted: data in hand.',
  sheet: 'Sheet 2',
} as const;

export const outcomes = {
  heading: 'Delivered Outcomes',
  figures: headlineFigures,
  evidence: evidence.headline,
  assignment: confirmed.outcomes,
} as const;

export const method = {
  heading: 'Four-Phase Universal Method',
  lead: 'The same four phases in the same order, so you know what comes next, and when.',
  phases,
  bars,
  longest: total.longest,
  phase: 'Phase',
  weeks: (first: number, last: number) => `weeks ${first} to ${last}`,
  unit: 'weeks',
  total: weeks,
  inAll: `${weeks} in all`,
  key: 'Solid: the shortest time. Outline: the longest. Each phase is shown after the longest run of the one before.',
  street:
    'Illustrative street. Blank: data missing. Tinted: data in hand. Shaded: answers calculated from it. Dashed line: joined on the platform. Heavy line: the site you decide on.',
} as const;

/** Twelve months have 52 weeks. */
const FOUR_WEEKS = (4 * 12) / 52;

/** Bars are drawn from `months`. Phases and notes are shown where they are known. */
export const options = {
  heading: 'Three Strategic Investment Options',
  lead: 'Which question do you need answered?',
  cards: [
    {
      name: 'Strategic Assessment',
      duration: '4 weeks (Phases 1-2)',
      months: { shortest: FOUR_WEEKS, longest: FOUR_WEEKS },
      phases: [1, 2],
      question: 'Which decisions can your data support today?',
      note: measured.assessment,
    },
    {
      name: 'Competitive Transformation',
      duration: '6 months',
      months: { shortest: 6, longest: 6 },
      phases: [],
      question: 'How do you put your data to work across the organisation?',
      note: optional.transformation,
    },
    {
      name: 'Market Leadership',
      duration: '12-18 months',
      months: { shortest: 12, longest: 18 },
      phases: [],
      question: 'How do you build a lead in your market, and keep it?',
      note: optional.leadership,
    },
  ],
  unit: 'months',
  key: 'Drawn to one scale. Solid: the shortest time. Outline: the longest.',
} as const;

export const discussion = {
  heading: 'Not sure which option fits?',
  text: 'Bring the decision and its date. We will say which option fits, or that none does.',
  link: 'Schedule Strategic Discussion',
} as const;
