/** Facts that only the company can supply. Nothing in here may be guessed. */
import { placeholder } from 'sitegen';

/** A question to the client: who can answer it, and the page that needs the answer. */
export interface Question {
  readonly who: string;
  readonly page: '/' | '/our-approach/' | '/case-study/' | '/contact/';
  readonly what: string;
}

/** The questions that are still open. Replace a whole call of `placeholder` with the fact, and its question is gone. */
export const questions: Question[] = [];

/** Records a question and returns the arguments of `placeholder`. Optional facts are empty until they are known. */
function asking(
  who: string,
  page: Question['page'],
): (what: string, sample?: string) => [what: string, sample: string] {
  return (what, sample = '') => {
    questions.push({ who, page, what });
    return [what, sample];
  };
}

const secretary = asking('Company secretary', '/contact/');
const marketing = asking('Marketing', '/');
const homeFigures = asking('Research and finance', '/');
const approachFigures = asking('Research and finance', '/our-approach/');
const caseLead = asking('Project lead of the case study', '/case-study/');
const lawyer = asking('Legal adviser', '/contact/');

export const company = {
  brand: placeholder(...marketing('the brand name', 'Property Data Advisory')),
  site: placeholder(...marketing('the address of the website', 'https://www.example.com')),
  email: placeholder(...marketing('the email address for enquiries', 'enquiries@example.com')),
  /** Also in public/.well-known/security.txt, with the date until which it holds. */
  securityEmail: placeholder(
    ...marketing('the email address for reports of security problems, and how long it holds', 'security@example.com'),
  ),
  registeredName: placeholder(...secretary('the registered name of the company, with its ending')),
  registeredIn: placeholder(...secretary('the part of the UK the company is registered in')),
  number: placeholder(...secretary('the company number')),
  registeredOffice: placeholder(...secretary('the address of the registered office')),
  vat: placeholder(...secretary('the VAT number, or “not registered for VAT”')),
  copyrightYear: placeholder(...secretary('the year of first publication, for the copyright line')),
} as const;

/** The sources and periods of a section's figures. */
export const evidence = {
  headline: placeholder(
    ...homeFigures('the evidence for £2.4M annual value, 35% faster decisions, 4:1 return and 100% compliance'),
  ),
  statistics: placeholder(
    ...homeFigures('the evidence for 25% cost reduction, 4:1 return in 12 months and 100% client satisfaction'),
  ),
  sectors: placeholder(...homeFigures('the evidence for the seven figures of the sectors')),
  caseStudy: placeholder(...caseLead('the evidence for the figures of the case study')),
} as const;

/** How a figure is measured: the text of its tooltip. */
export const measured = {
  annualValue: placeholder(...homeFigures('how “average annual value” is measured')),
  fasterDecisions: placeholder(...homeFigures('what “faster strategic decisions” compares')),
  compliance: placeholder(...homeFigures('how “regulatory compliance” is measured')),
  costReduction: placeholder(...homeFigures('whose cost “average cost reduction” counts')),
  satisfaction: placeholder(...homeFigures('how “client satisfaction” is measured')),
  conversion: placeholder(...homeFigures('what “40% conversion” counts: what is converted, and into what')),
  valuation: placeholder(...homeFigures('what “35% valuation accuracy” counts: improved by 35%, or something else')),
  assessment: placeholder(
    ...approachFigures(
      'how Phases 1-2 fit into the 4 weeks of the Strategic Assessment, when the method gives them 6-9 weeks',
    ),
  ),
  dataAccuracy: placeholder(...caseLead('how the accuracy of the data was measured')),
} as const;

/** Someone's own words, and who that is. */
export interface Testimonial {
  readonly quote: string;
  readonly name: string;
  readonly role: string;
  readonly organisation: string;
}

export const homeTestimonial: Testimonial = {
  quote: placeholder(...marketing('the testimonial of the technical officer, approved by its author')),
  name: placeholder(...marketing('the name of the technical officer')),
  role: placeholder(...marketing('the exact role of the technical officer', 'Technical officer')),
  organisation: placeholder(...marketing('the organisation of the technical officer')),
};

export const caseStudyTestimonial: Testimonial = {
  quote: placeholder(...caseLead('the testimonial of the case study, approved by its author')),
  name: placeholder(...caseLead('the name behind the testimonial of the case study')),
  role: placeholder(...caseLead('the role behind the testimonial of the case study', 'Social housing developer')),
  organisation: placeholder(...caseLead('the organisation behind the testimonial of the case study')),
};

/** Until the client confirms them, challenge and approach repeat the facts of the brief. */
export const caseStudyAccount = {
  method: placeholder(...caseLead('the method used in the case study')),
  challenge: placeholder(
    ...caseLead(
      'the challenge of the case study, confirmed by the client',
      'A social housing developer needed data that it could rely on.',
    ),
  ),
  approach: placeholder(
    ...caseLead(
      'the approach of the case study, confirmed by the client',
      'Funded with £7M, the project took 6\u00a0months. Its solution is named Civic Vision.',
    ),
  ),
  /** A part’s purpose comes with its name. */
  parts: [
    { name: placeholder(...caseLead('the name and the purpose of the first part of Civic Vision')), purpose: '' },
    { name: placeholder(...caseLead('the name and the purpose of the second part of Civic Vision')), purpose: '' },
    { name: placeholder(...caseLead('the name and the purpose of the third part of Civic Vision')), purpose: '' },
    { name: placeholder(...caseLead('the name and the purpose of the fourth part of Civic Vision')), purpose: '' },
  ],
  results: placeholder(...caseLead('what changed for the developer')),
} as const;

/** Required in a privacy notice. */
export const privacyFacts = {
  email: placeholder(...lawyer('the lawful basis for using emails, and how long they are kept')),
  logs: placeholder(
    ...lawyer('the host of the site, what its access logs hold, on which lawful basis and for how long'),
  ),
} as const;
