/** Facts that only the company can supply. Nothing in here may be guessed. */
import { from, offer } from '../draft/questions.ts';

// Who can answer, and the section that waits for it.
const marketing = from('Marketing', '/#footer');
const secretary = from('Company secretary', '/#footer');
const headline = from('Research', '/#headline');
const statistics = from('Research', '/#statistics');
const sectors = from('Research', '/#sectors');
const outcomes = from('Research', '/our-approach/#outcome');
const options = from('Research', '/our-approach/#options');
const results = from('Project lead', '/case-study/#key-results');
const officer = from('Marketing', '/#testimonial');
const developer = from('Project lead', '/case-study/#testimonial');
const approach = from('Project lead', '/case-study/#approach');
const legal = from('Legal adviser', '/contact/#privacy');

export const company = {
  brand: marketing('the brand name', 'Property Data Advisory'),
  site: marketing('the address of the website, for search engines', 'https://www.example.com'),
  email: marketing('the email address for enquiries', 'enquiries@example.com'),
  securityEmail: marketing('the email address for security reports (security.txt)', 'security@example.com'),
  securityExpires: marketing('the date until which that address is valid', '2027-10-31'),
  registeredName: secretary('the registered name of the company, with Limited, Ltd or LLP'),
  registeredIn: secretary('the part of the UK the company is registered in'),
  number: secretary('the company number'),
  registeredOffice: secretary('the address of the registered office'),
  vat: secretary('the VAT number, or “not registered for VAT”'),
  copyrightYear: secretary('the year of first publication, for the copyright line'),
} as const;

/** What the brief does not show. A sample stands below the figures, and nothing once the answer is in. */
export const confirmed = {
  sectors: sectors(
    'which of the seven figures belongs to which sector',
    'We will confirm which figure belongs to which sector.',
  ),
  outcomes: outcomes(
    'the wording of the four Delivered Outcomes',
    'We will confirm the wording of these four outcomes.',
  ),
} as const;

/** The sources and periods of a section's figures. */
export const evidence = {
  headline: headline('the evidence for £2.4M, 35% faster decisions, 4:1 and 100% compliance'),
  statistics: statistics('the evidence for 25% cost reduction, 12 months and 100% satisfaction'),
  sectors: sectors('the evidence for the seven figures of the sectors'),
  caseStudy: results('the evidence for the figures of the case study'),
} as const;

/** How a figure is measured: the text of its tooltip. */
export const measured = {
  annualValue: headline('how “average annual value” is measured'),
  fasterDecisions: headline('what “faster strategic decisions” compares, and how it is measured'),
  compliance: headline('how “regulatory compliance” is measured'),
  costReduction: statistics('whose costs “average cost reduction” counts, and against which year'),
  satisfaction: statistics('how “client satisfaction” is measured'),
  conversion: sectors('what “40% conversion” counts: what is converted, and into what'),
  valuation: sectors('what “35% valuation accuracy” counts: improved by 35%, or something else'),
  assessment: options(
    'how Phases 1-2 fit into 4 weeks, when the method says 6-9',
    'How these phases fit into 4 weeks is to follow.',
  ),
  dataAccuracy: results('how the accuracy of the data was measured'),
} as const;

/** Someone's own words, and who that is. */
export interface Testimonial {
  readonly quote: string;
  readonly name: string;
  readonly role: string;
  readonly organisation: string;
}

export const homeTestimonial: Testimonial = {
  quote: officer('the testimonial of the technical officer, approved by its author'),
  name: officer('the name of the technical officer'),
  role: officer('the exact role of the technical officer', 'Technical officer'),
  organisation: officer('the organisation of the technical officer'),
};

export const caseStudyTestimonial: Testimonial = {
  quote: developer('the case study’s testimonial, approved by its author'),
  name: developer('the name of the person quoted'),
  role: developer('the role of the person quoted', 'Social housing developer'),
  organisation: developer('the organisation of the person quoted'),
};

/** Until the client confirms them, challenge and approach repeat the facts of the brief. */
export const caseStudyAccount = {
  method: approach('the method used in the case study'),
  challenge: from('Project lead', '/case-study/#challenge')(
    'the challenge of the case study, confirmed by the client',
    'A social housing developer needed data that it could rely on.',
  ),
  approach: approach(
    'the approach of the case study, confirmed by the client',
    'Funded with £7M, the project took 6\u00a0months. The solution is Civic Vision.',
  ),
  parts: ['first', 'second', 'third', 'fourth'].map((part) => {
    const what = `the ${part} part of Civic Vision and its purpose: “Name: what it does”`;
    const [name = '', purpose = ''] = from('Project lead', '/case-study/#solution')(what).split(': ');
    return { name, purpose };
  }),
  results: from('Project lead', '/case-study/#results')('what changed for the developer'),
} as const;

/** “nowhere yet”: the form says so. “no form”: the page has the email address alone. */
export const enquiries = from('Marketing', '/contact/#enquiry')('where enquiries go: “nowhere yet”, or “no form”');

export const privacyFacts = {
  registration: legal('the registration with the Information Commissioner’s Office, in a sentence'),
  email: legal('the lawful basis for using emails, and how long they are kept'),
  logs: legal('the host of the site, and what its logs hold, why and for how long'),
} as const;

/** Would be good to have. */
export const optional = {
  person: offer('whom to ask for: a name, a role and a telephone number'),
  next: offer('what happens after an enquiry, and when'),
  beforeAndAfter: offer('the accuracy before and after Civic Vision, and of how many records'),
  transformation: offer('what Competitive Transformation includes'),
  leadership: offer('what Market Leadership includes'),
} as const;
