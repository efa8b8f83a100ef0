import type { Meta } from 'sitegen';
import {
  annualValue,
  compliance,
  costReduction,
  fasterDecisions,
  monthsToReturn,
  returnOnInvestment,
  satisfaction,
} from './claims.ts';
import { evidence } from './company.ts';

export const meta: Meta = {
  title: 'Data advice for the property sector',
  description:
    'Turn property data into decisions you can defend. Advice for developers, agents, law firms, councils and government: four phases, 14 to 20 weeks.',
};

export const hero = {
  heading: 'Turn property data into decisions you can defend',
  lead: 'Data advisory for developers, estate agents, law firms, councils, central government and property professionals. One method, four phases, 14\u00a0to\u00a020\u00a0weeks.',
  link: 'Discover Our Universal Method',
  plan: {
    subject: { kind: 'Solid', hue: 'red', meaning: 'edge: the decision in hand' },
    around: { kind: 'Dashed', hue: 'blue', meaning: 'edge: the data behind it' },
    sectors: 'Our six sectors:',
    note: 'Illustrative plan',
  },
} as const;

export const headline = {
  label: 'Headline figures',
  claims: [annualValue, fasterDecisions, returnOnInvestment, compliance],
  evidence: evidence.headline,
} as const;

export const benefits = {
  heading: 'Benefits you can measure',
  tiles: [
    { name: 'Quantifiable ROI', text: 'Know what each pound spent on data returns.' },
    { name: 'Operational Excellence', text: 'Give every decision the figures it needs, in one place.' },
    { name: 'Regulatory Certainty', text: 'Answer the regulator with evidence, not opinion.' },
    { name: 'Competitive Intelligence', text: 'Compare your own records with the market around you.' },
  ],
} as const;

export const conversation = {
  heading: 'Which decision is waiting for better data?',
  text: 'Name it, and say when it is due.',
  link: 'Start the Conversation',
} as const;

export const testimonialHeading = 'A technical officer’s view';

export const statistics = {
  heading: 'Three results in figures',
  claims: [costReduction, monthsToReturn, satisfaction],
  evidence: evidence.statistics,
} as const;

export const advantage = {
  heading: 'Start with one decision',
  text: 'Describe the decision and the data you hold. That is enough for a first discussion.',
  link: 'Unlock Measurable Strategic Advantage',
} as const;
