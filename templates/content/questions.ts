import { placeholder } from 'sitegen';

/** Who can answer questions, in the order in which their questions are listed. */
export const PEOPLE = ['Marketing', 'Company secretary', 'Research', 'Case study lead', 'Legal adviser'] as const;

/** The sections that need answers. The build checks that each exists. */
export const PLACES = {
  '/.well-known/security.txt': 'security.txt',
  '/#footer': 'All pages: footer',
  '/#headline': 'Home: headline figures',
  '/#sectors': 'Home: sectors',
  '/#testimonial': 'Home: testimonial',
  '/#statistics': 'Home: three figures',
  '/our-approach/#options': 'Our approach: options',
  '/case-study/#key-results': 'Case study: key results',
  '/case-study/#challenge': 'Case study: challenge',
  '/case-study/#approach': 'Case study: approach',
  '/case-study/#solution': 'Case study: solution',
  '/case-study/#results': 'Case study: results',
  '/case-study/#testimonial': 'Case study: testimonial',
  '/contact/#privacy': 'Contact: privacy',
} as const;

/** A question to the client: who can answer it, where the answer goes, and what stands there until then. */
export interface Question {
  readonly who: (typeof PEOPLE)[number];
  readonly place: keyof typeof PLACES;
  readonly what: string;
  readonly sample: string;
}

/** The questions in the order in which they were asked. */
export const asked: Question[] = [];

/** Asks for a fact. Replace the whole call with the fact, and its question is gone. Without a sample, pages leave it out. */
export function ask(who: Question['who'], place: Question['place'], what: string, sample = ''): string {
  asked.push({ who, place, what, sample });
  return placeholder(what, sample, ask);
}
