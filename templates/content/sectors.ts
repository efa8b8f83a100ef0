import { basis } from './company.ts';

/** A figure that holds in one sector. */
interface SectorClaim {
  readonly figure: string;
  readonly term: string;
}

export interface Sector {
  /** The plot of the plan that the sector stands on. */
  readonly plot: 'builders' | 'agents' | 'law' | 'councils' | 'government' | 'professionals';
  readonly name: string;
  readonly text: string;
  readonly claims: readonly SectorClaim[];
}

export const sectors: readonly Sector[] = [
  {
    plot: 'builders',
    name: 'Builders and developers',
    text: 'Site, planning and cost data in one place, before the land is bought and while the work goes on.',
    claims: [
      { figure: '25%', term: 'faster project timelines' },
      { figure: '£150k', term: 'annual compliance savings' },
    ],
  },
  {
    plot: 'agents',
    name: 'Estate agents',
    text: 'Which enquiries become instructions, and which become sales.',
    claims: [{ figure: '40%', term: 'conversion' }],
  },
  {
    plot: 'law',
    name: 'Law firms',
    text: 'Title, searches and correspondence set out so that a case can be read in one sitting.',
    claims: [{ figure: '30%', term: 'faster case processing' }],
  },
  {
    plot: 'councils',
    name: 'Local councils',
    text: 'Applications, constraints and precedents side by side.',
    claims: [{ figure: '50%', term: 'faster planning decisions' }],
  },
  {
    plot: 'government',
    name: 'Central government',
    text: 'Programme data that departments and delivery partners can read in the same way.',
    claims: [{ figure: '20%', term: 'lower delivery costs' }],
  },
  {
    plot: 'professionals',
    name: 'Property professionals',
    text: 'Comparable evidence, with its source beside each valuation.',
    claims: [{ figure: '35%', term: 'valuation accuracy' }],
  },
];

export const sectorSection = {
  heading: 'Six sectors, one method',
  lead: 'What changes from one to the next is the data, and the decision that rests on it.',
  basis: `Basis of the figures in this plan: ${basis.sectors}.`,
} as const;
