import { evidence, open } from './company.ts';

/** A figure that holds in one sector, and what has to be asked before it can be published. */
interface SectorClaim {
  readonly figure: string;
  readonly term: string;
  readonly question?: string;
}

export interface Sector {
  readonly name: string;
  readonly text: string;
  readonly claims: readonly SectorClaim[];
}

export const sectors: readonly Sector[] = [
  {
    name: 'Builders and developers',
    text: 'Site, planning and cost data in one place, from land purchase to completion.',
    claims: [
      { figure: '25%', term: 'faster project timelines' },
      { figure: '£150k', term: 'annual compliance savings' },
    ],
  },
  {
    name: 'Estate agents',
    text: 'See which enquiries become instructions, and which instructions become sales.',
    claims: [{ figure: '40%', term: 'conversion', question: open.conversion }],
  },
  {
    name: 'Law firms',
    text: 'Title, searches and correspondence in one order, so a file reads in one sitting.',
    claims: [{ figure: '30%', term: 'faster case processing' }],
  },
  {
    name: 'Local councils',
    text: 'Applications, constraints and precedents side by side.',
    claims: [{ figure: '50%', term: 'faster planning decisions' }],
  },
  {
    name: 'Central government',
    text: 'One set of programme data for departments and delivery partners.',
    claims: [{ figure: '20%', term: 'lower delivery costs' }],
  },
  {
    name: 'Property professionals',
    text: 'Comparable evidence, with its source beside each valuation.',
    claims: [{ figure: '35%', term: 'valuation accuracy', question: open.valuation }],
  },
];

/** The id of the plot that stands for a sector. The first has the number 1. */
export const plotId = (number: number): string => `plot-${number}`;

export const sectorSection = {
  heading: 'Six sectors, one method',
  lead: 'The method stays the same. The data and the decision change.',
  street: 'Four-Phase Universal Method',
  evidence: evidence.sectors,
} as const;
