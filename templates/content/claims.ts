import { measured } from './company.ts';

/** A figure and what it counts. */
export interface Claim {
  readonly figure: string;
  readonly term: string;
  /** The words of the tooltip: they explain the term and state nothing new. */
  readonly meaning?: string;
}

export const annualValue: Claim = {
  figure: '£2.4M',
  term: 'average annual value',
  meaning: measured.annualValue,
};

export const fasterDecisions: Claim = {
  figure: '35%',
  term: 'faster strategic decisions',
  meaning: measured.fasterDecisions,
};

export const returnOnInvestment: Claim = {
  figure: '4:1',
  term: 'return on investment within 12 months',
  meaning: 'Four pounds returned for each pound invested, within 12 months.',
};

export const compliance: Claim = {
  figure: '100%',
  term: 'regulatory compliance',
  meaning: measured.compliance,
};

export const costReduction: Claim = {
  figure: '25%',
  term: 'average cost reduction',
  meaning: measured.costReduction,
};

export const monthsToReturn: Claim = {
  figure: '12 Months',
  term: 'to a 4:1 return on investment',
  meaning: 'The time within which four pounds are returned for each pound invested.',
};

export const satisfaction: Claim = {
  figure: '100%',
  term: 'client satisfaction',
  meaning: measured.satisfaction,
};
