/**
 * Facts that only the company can supply. A `placeholder` names what is missing and what pages show until then: replace
 * the whole call with the fact. Nothing in here may be guessed.
 *
 * Samples stand in square brackets, and pages show what is in brackets as pending (`components/fact.tsx`). The exceptions
 * need a working value: the brand, the address of the site, and e-mail addresses.
 */
import { placeholder } from 'sitegen';

export const company = {
  brand: placeholder('the brand name', 'Property Data Advisory'),
  site: placeholder('the address of the website', 'https://www.example.com'),
  email: placeholder('the e-mail address for enquiries', 'enquiries@example.com'),
  securityEmail: placeholder(
    'the e-mail address for reports of security problems, here and in public/.well-known/security.txt, with its expiry',
    'security@example.com',
  ),
  registeredName: placeholder('the registered name of the company, with its ending', '[Registered name]'),
  registeredIn: placeholder('the part of the UK the company is registered in', '[part of the UK]'),
  number: placeholder('the company number', '[00000000]'),
  registeredOffice: placeholder('the address of the registered office', '[address to be supplied]'),
  vat: placeholder('the VAT number, or "not registered for VAT"', '[to be supplied]'),
  copyrightYear: placeholder('the year of first publication, for the copyright line', '[2026]'),
} as const;

/** What the figures of a section rest on: the source and period of each. */
export const evidence = {
  headline: placeholder(
    'the evidence for £2.4M annual value, 35% faster decisions, 4:1 return and 100% compliance',
    '[source and period of each figure to be supplied]',
  ),
  statistics: placeholder(
    'the evidence for 25% cost reduction, 4:1 return in 12 months and 100% client satisfaction',
    '[source and period of each figure to be supplied]',
  ),
  sectors: placeholder(
    'the evidence for the seven figures of the sectors',
    '[source and period of each figure to be supplied]',
  ),
  caseStudy: placeholder('the evidence for the figures of the case study', '[source and period to be supplied]'),
} as const;

/** How a figure is measured: the words of its tooltip. */
export const measured = {
  annualValue: placeholder('how "average annual value" is measured', '[How this is measured: to be supplied]'),
  fasterDecisions: placeholder('what "faster strategic decisions" compares', '[What this compares: to be supplied]'),
  compliance: placeholder('how "regulatory compliance" is measured', '[How this is measured: to be supplied]'),
  costReduction: placeholder('whose cost "average cost reduction" counts', '[What this counts: to be supplied]'),
  satisfaction: placeholder('how "client satisfaction" is measured', '[How this is measured: to be supplied]'),
  dataAccuracy: placeholder('how the accuracy of the data was measured', '[How this was measured: to be supplied]'),
} as const;

/** What the brief leaves open, or contradicts: questions to the client. */
export const open = {
  conversion: placeholder(
    'what "40% conversion" counts: what is converted, and into what',
    '[Of what: to be confirmed]',
  ),
  valuation: placeholder(
    'what "35% valuation accuracy" counts: improved by 35%, or something else',
    '[Compared with what: to be confirmed]',
  ),
  assessment: placeholder(
    'how Phases 1-2 fit into the 4 weeks of the Strategic Assessment, when the method gives them 6-9 weeks',
    '[How Phases 1-2 fit into 4 weeks: to be confirmed]',
  ),
} as const;

export const homeTestimonial = {
  quote: placeholder(
    'the testimonial of the technical officer, approved by its author',
    '[Testimonial to be supplied, and approved by its author]',
  ),
  name: placeholder('the name of the technical officer', '[Name to be supplied]'),
  role: placeholder('the exact role of the technical officer', 'Technical officer [exact role to be supplied]'),
  organisation: placeholder('the organisation of the technical officer', '[Organisation to be supplied]'),
} as const;

export const caseStudyTestimonial = {
  quote: placeholder(
    'the testimonial of the case study, approved by its author',
    '[Testimonial to be supplied, and approved by its author]',
  ),
  name: placeholder('the name behind the testimonial of the case study', '[Name to be supplied]'),
  role: placeholder('the role behind the testimonial of the case study', '[Role to be supplied]'),
  organisation: placeholder(
    'the organisation behind the testimonial of the case study',
    '[Organisation to be supplied]',
  ),
} as const;

export const caseStudyAccount = {
  method: placeholder('the method used in the case study', '[to be confirmed]'),
  challenge: placeholder(
    'the challenge of the case study, confirmed by the client',
    '[What the developer could not answer from its records, and why that mattered: to be supplied]',
  ),
  approach: placeholder(
    'the approach of the case study, confirmed by the client',
    '[What was done, in which order, and who took part: to be supplied]',
  ),
  parts: [
    placeholder('the first part of Civic Vision', '[First part: name and purpose to be supplied]'),
    placeholder('the second part of Civic Vision', '[Second part: name and purpose to be supplied]'),
    placeholder('the third part of Civic Vision', '[Third part: name and purpose to be supplied]'),
    placeholder('the fourth part of Civic Vision', '[Fourth part: name and purpose to be supplied]'),
  ],
  results: placeholder('what changed for the developer', '[What the developer can do now: to be supplied]'),
} as const;

/** What a privacy notice has to say, and only the company knows. */
export const privacyFacts = {
  email: placeholder(
    'the lawful basis for using emails, and how long they are kept',
    '[Lawful basis and how long emails are kept: to be supplied]',
  ),
  logs: placeholder(
    'the host of the site, what its access logs hold, on which lawful basis and for how long',
    '[Host, lawful basis and how long logs are kept: to be supplied]',
  ),
} as const;
