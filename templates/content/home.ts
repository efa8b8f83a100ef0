import type { Meta } from 'sitegen';
import { confirmed, evidence, measured } from './company.ts';

export const meta: Meta = {
  title: 'Data advice for the property sector',
  description:
    'We advise developers, estate agents, law firms, councils and central government on the data behind their decisions. See the method and the figures.',
};

export const hero = {
  heading: 'Turn property data into decisions you can defend',
  lead: 'We advise developers, estate agents, law firms and the public sector. We find the gaps in your data, build the platform that puts it to use, and train your people.',
  link: 'Discover Our Universal Method',
  plan: 'Illustrative plan, not to scale. Tinted: data in hand.',
  subject: 'The site you decide on',
  data: 'The plots whose data informs it',
  sheet: 'Sheet 1',
} as const;

/** A figure and what it counts. */
export interface Figure {
  readonly figure: string;
  readonly term: string;
  /** The text of the tooltip, or nothing while it is not known. It explains the term and states nothing new. */
  readonly meaning?: string;
}

/** The figures that the company stands for, on the first page and on the page about the method. */
export const headlineFigures: readonly Figure[] = [
  { figure: '£2.4M', term: 'average annual value', meaning: measured.annualValue },
  { figure: '35%', term: 'faster strategic decisions', meaning: measured.fasterDecisions },
  {
    figure: '4:1',
    term: 'return on investment within 12 months',
    meaning: 'A ratio: four pounds returned for each pound invested.',
  },
  { figure: '100%', term: 'regulatory compliance', meaning: measured.compliance },
];

export const headline = { label: 'Headline figures', figures: headlineFigures, evidence: evidence.headline } as const;

/** Invented, and marked as such: no client's plot. */
export const record = {
  heading: 'Every value, with its source and its date',
  lead: 'For each plot, the platform shows what you know, where it comes from, and what it is enough to decide.',
  plot: 'Record of plot 12',
  mark: 'Illustrative: value, source, date checked',
  values: [
    { term: 'Area', value: '0.08 ha', source: 'Site survey', date: '3 Mar 2026' },
    { term: 'Tenure', value: 'Freehold', source: 'Title register', date: '3 Mar 2026' },
    { term: 'Access', value: 'Right of way over plot 11', source: 'Title register', date: '3 Mar 2026' },
    { term: 'Planning', value: 'Outline permission', source: 'Planning register', date: '9 Feb 2026' },
    { term: 'Flood zone', value: '1', source: 'Flood map', date: '12 Jan 2026' },
  ],
  verdict: 'Enough to decide',
  decision: 'whether to pursue the site',
  missing: 'Not yet enough to set a price: the ground has not been tested.',
} as const;

export const benefits = {
  heading: 'What better data gives you',
  lead: 'We put your records in one place, check them, and name the source of each.',
  tiles: [
    { piece: 'returned', name: 'Quantifiable ROI', text: 'We measure the return on what you spend.' },
    { piece: 'joined', name: 'Operational Excellence', text: 'Every team works from the same figures.' },
    { piece: 'edged', name: 'Regulatory Certainty', text: 'When the regulator asks, the evidence is ready.' },
    { piece: 'compared', name: 'Competitive Intelligence', text: 'We show where you stand in your market.' },
  ],
} as const;

export const sectors = {
  heading: 'Six sectors, one method',
  lead: 'What changes in each sector, in figures.',
  cards: [
    {
      name: 'Builders and developers',
      text: 'Site, planning and cost data in one place, from land purchase to completion.',
      figures: [
        { figure: '25%', term: 'faster project timelines' },
        { figure: '£150k', term: 'annual compliance savings' },
      ],
    },
    {
      name: 'Estate agents',
      text: 'Every enquiry tracked, from first call to completed sale.',
      figures: [{ figure: '40%', term: 'conversion', note: measured.conversion }],
    },
    {
      name: 'Law firms',
      text: 'Title, searches and correspondence in a single file, in order.',
      figures: [{ figure: '30%', term: 'faster case processing' }],
    },
    {
      name: 'Local councils',
      text: 'Applications, constraints and precedents side by side.',
      figures: [{ figure: '50%', term: 'faster planning decisions' }],
    },
    {
      name: 'Central government',
      text: 'One set of programme data for departments and delivery partners.',
      figures: [{ figure: '20%', term: 'lower delivery costs' }],
    },
    {
      name: 'Property professionals',
      text: 'Comparable evidence and its sources, beside every valuation.',
      figures: [{ figure: '35%', term: 'valuation accuracy', note: measured.valuation }],
    },
  ],
  evidence: evidence.sectors,
  assignment: confirmed.sectors,
} as const;

export const conversation = {
  heading: 'Which decision is waiting for better data?',
  text: 'Tell us what you have to decide. We will say what data it takes.',
  link: 'Start the Conversation',
} as const;

export const testimonial = {
  heading: 'A technical officer’s view',
  pending: 'To follow, in the officer’s own words.',
} as const;

export const statistics = {
  heading: 'Our results in three figures',
  figures: [
    { figure: '25%', term: 'average cost reduction', meaning: measured.costReduction },
    {
      figure: '12 Months',
      term: 'to a return on investment',
      meaning: 'Within this time, four pounds are returned for each pound invested.',
    },
    { figure: '100%', term: 'client satisfaction', meaning: measured.satisfaction },
  ],
  evidence: evidence.statistics,
  proof: 'Case study: Civic Vision',
} as const;

export const advantage = {
  heading: 'What can your data prove?',
  text: 'Start with the records that you already hold.',
  link: 'Unlock Measurable Strategic Advantage',
} as const;
