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

export const meta: Meta = {
  title: 'Data advice for the property sector',
  description:
    'Data advice for builders, estate agents, law firms, councils, central government and property professionals, by one method in four phases.',
};

export const hero = {
  heading: 'Turn property data into decisions you can defend',
  lead: 'We advise the people who build, sell, value, convey and regulate property. One method in four phases takes them from the data they hold to an answer they can put their name to.',
  link: 'Discover Our Universal Method',
  plan: {
    subject: { name: 'Edged red', meaning: 'the decision in hand' },
    around: { name: 'Edged blue', meaning: 'the data that bears on it' },
  },
} as const;

export const benefits = {
  heading: 'What the work is measured by',
  lead: 'Four benefits, each with a figure and what that figure rests on.',
  tiles: [
    {
      name: 'Quantifiable ROI',
      text: 'What you spend and what you gain are counted in the same terms, so the return can be audited.',
      claim: returnOnInvestment,
    },
    {
      name: 'Operational Excellence',
      text: 'The figures a decision needs are gathered once and kept in order, so nobody waits for them.',
      claim: fasterDecisions,
    },
    {
      name: 'Regulatory Certainty',
      text: 'Each result can be traced to its source, so that a regulator can be shown where it comes from.',
      claim: compliance,
    },
    {
      name: 'Competitive Intelligence',
      text: 'Your own records, read beside the market around them, show where value is gained and lost.',
      claim: annualValue,
    },
  ],
} as const;

export const conversation = {
  heading: 'Which of these plots is yours?',
  text: 'Tell us which decision is waiting for better data.',
  link: 'Start the Conversation',
} as const;

export const testimonialHeading = 'A technical officer’s view';

export const statistics = {
  heading: 'Three figures to hold us to',
  claims: [costReduction, monthsToReturn, satisfaction],
} as const;

export const advantage = {
  heading: 'Put a boundary round the problem',
  text: 'Describe the decision and the data you hold. That is enough for a first discussion.',
  link: 'Unlock Measurable Strategic Advantage',
} as const;
