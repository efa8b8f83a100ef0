/** Facts that only the company can supply. Nothing in here may be guessed. */
import { ask, asked } from './questions.ts';

export const company = {
  brand: ask('Marketing', '/#footer', 'the brand name', 'Property Data Advisory'),
  site: ask('Marketing', '/#footer', 'the address of the website, for search engines', 'https://www.example.com'),
  email: ask('Marketing', '/#footer', 'the email address for enquiries', 'enquiries@example.com'),
  securityEmail: ask(
    'Marketing',
    '/#footer',
    'the email address for security reports (security.txt)',
    'security@example.com',
  ),
  securityExpires: ask('Marketing', '/#footer', 'the date until which that address is valid', '2027-10-31'),
  registeredName: ask('Company secretary', '/#footer', 'the registered name of the company, with Limited, Ltd or LLP'),
  registeredIn: ask('Company secretary', '/#footer', 'the part of the UK the company is registered in'),
  number: ask('Company secretary', '/#footer', 'the company number'),
  registeredOffice: ask('Company secretary', '/#footer', 'the address of the registered office'),
  vat: ask('Company secretary', '/#footer', 'the VAT number, or “not registered for VAT”'),
  copyrightYear: ask('Company secretary', '/#footer', 'the year of first publication, for the copyright line'),
} as const;

/** What the brief does not show. A sample stands below the figures, and nothing once the answer is in. */
export const confirmed = {
  sectors: ask(
    'Research',
    '/#sectors',
    'which of the seven figures belongs to which sector',
    'Each figure stands in the sector that it seems to describe.',
  ),
  outcomes: ask(
    'Research',
    '/our-approach/#outcome',
    'the wording of the four Delivered Outcomes',
    'These are the four figures of the first page.',
  ),
} as const;

/** The sources and periods of a section's figures. */
export const evidence = {
  headline: ask('Research', '/#headline', 'the evidence for £2.4M, 35% faster decisions, 4:1 and 100% compliance'),
  statistics: ask('Research', '/#statistics', 'the evidence for 25% cost reduction, 12 months and 100% satisfaction'),
  sectors: ask('Research', '/#sectors', 'the evidence for the seven figures of the sectors'),
  caseStudy: ask('Project lead', '/case-study/#key-results', 'the evidence for the figures of the case study'),
} as const;

/** How a figure is measured: the text of its tooltip. */
export const measured = {
  annualValue: ask('Research', '/#headline', 'how “average annual value” is measured'),
  fasterDecisions: ask('Research', '/#headline', 'what “faster strategic decisions” compares, and how it is measured'),
  compliance: ask('Research', '/#headline', 'how “regulatory compliance” is measured'),
  costReduction: ask('Research', '/#statistics', 'whose costs “average cost reduction” counts, and against which year'),
  satisfaction: ask('Research', '/#statistics', 'how “client satisfaction” is measured'),
  conversion: ask('Research', '/#sectors', 'what “40% conversion” counts: what is converted, and into what'),
  valuation: ask('Research', '/#sectors', 'what “35% valuation accuracy” counts: improved by 35%, or something else'),
  assessment: ask('Research', '/our-approach/#options', 'how Phases 1-2 fit into 4 weeks, when the method says 6-9'),
  dataAccuracy: ask('Project lead', '/case-study/#key-results', 'how the accuracy of the data was measured'),
} as const;

/** Someone's own words, and who that is. */
export interface Testimonial {
  readonly quote: string;
  readonly name: string;
  readonly role: string;
  readonly organisation: string;
}

export const homeTestimonial: Testimonial = {
  quote: ask('Marketing', '/#testimonial', 'the testimonial of the technical officer, approved by its author'),
  name: ask('Marketing', '/#testimonial', 'the name of the technical officer'),
  role: ask('Marketing', '/#testimonial', 'the exact role of the technical officer', 'Technical officer'),
  organisation: ask('Marketing', '/#testimonial', 'the organisation of the technical officer'),
};

export const caseStudyTestimonial: Testimonial = {
  quote: ask('Project lead', '/case-study/#testimonial', 'the case study’s testimonial, approved by its author'),
  name: ask('Project lead', '/case-study/#testimonial', 'the name of the person quoted'),
  role: ask('Project lead', '/case-study/#testimonial', 'the role of the person quoted', 'Social housing developer'),
  organisation: ask('Project lead', '/case-study/#testimonial', 'the organisation of the person quoted'),
};

/** Until the client confirms them, challenge and approach repeat the facts of the brief. */
export const caseStudyAccount = {
  method: ask('Project lead', '/case-study/#approach', 'the method used in the case study'),
  challenge: ask(
    'Project lead',
    '/case-study/#challenge',
    'the challenge of the case study, confirmed by the client',
    'A social housing developer needed data that it could rely on.',
  ),
  approach: ask(
    'Project lead',
    '/case-study/#approach',
    'the approach of the case study, confirmed by the client',
    'Funded with £7M, the project took 6\u00a0months. The solution is Civic Vision.',
  ),
  parts: ['first', 'second', 'third', 'fourth'].map((part) => {
    const what = `the ${part} part of Civic Vision and its purpose: “Name: what it does”`;
    const [name = '', purpose = ''] = ask('Project lead', '/case-study/#solution', what).split(': ');
    return { name, purpose };
  }),
  results: ask('Project lead', '/case-study/#results', 'what changed for the developer'),
} as const;

/** “nowhere yet”: the form says so. “no form”: the page has the email address alone. */
export const enquiries = ask('Marketing', '/contact/#enquiry', 'where enquiries go: “nowhere yet”, or “no form”');

export const privacyFacts = {
  email: ask('Legal adviser', '/contact/#privacy', 'the lawful basis for using emails, and how long they are kept'),
  logs: ask('Legal adviser', '/contact/#privacy', 'the host of the site, and what its logs hold, why and for how long'),
} as const;

/** The open questions by who can answer them. The number of a question is its position here. */
export const questions = [...new Set(asked.map(({ who }) => who))].flatMap((person) =>
  asked.filter(({ who }) => who === person),
);
