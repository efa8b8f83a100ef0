import { basis } from './company.ts';

/** A figure with what it counts, what that means, and what it rests on. */
export interface Claim {
  readonly figure: string;
  readonly term: string;
  /** The words of the tooltip: they explain the term and state nothing new. */
  readonly meaning: string;
  readonly basis: string;
}

export const annualValue: Claim = {
  figure: '£2.4M',
  term: 'average annual value',
  meaning: 'The value put on one year’s results of the work, averaged over all clients.',
  basis: `Basis: ${basis.annualValue}.`,
};

export const fasterDecisions: Claim = {
  figure: '35%',
  term: 'faster strategic decisions',
  meaning: 'The time from a strategic question to its decision, compared with the time it took before the work.',
  basis: `Basis: ${basis.fasterDecisions}.`,
};

export const returnOnInvestment: Claim = {
  figure: '4:1',
  term: 'return on investment within 12 months',
  meaning: 'Four pounds of value for each pound spent on the work, counted over the first twelve months.',
  basis: `Basis: ${basis.returnOnInvestment}.`,
};

export const compliance: Claim = {
  figure: '100%',
  term: 'regulatory compliance',
  meaning: 'Of the regulatory requirements that the work had to meet, the share that it met.',
  basis: `Basis: ${basis.compliance}.`,
};

export const costReduction: Claim = {
  figure: '25%',
  term: 'average cost reduction',
  meaning: 'What the part of the business in question cost after the work, compared with what it cost before.',
  basis: `Basis: ${basis.costReduction}.`,
};

export const monthsToReturn: Claim = {
  figure: '12 Months',
  term: 'to a 4:1 return on investment',
  meaning: 'The time within which the value gained comes to four times the amount spent on the work.',
  basis: `Basis: ${basis.returnOnInvestment}.`,
};

export const satisfaction: Claim = {
  figure: '100%',
  term: 'client satisfaction',
  meaning: 'Of the clients who were asked, the share who said that they were satisfied with the work.',
  basis: `Basis: ${basis.satisfaction}.`,
};
