/**
 * Everything that only the company itself can tell. A `placeholder` says what is missing and what pages show until then:
 * replace the whole call by the fact. Nothing in here may be guessed.
 */
import { placeholder } from 'sitegen';

export const company = {
  brand: placeholder('the brand name', 'Property Data Advisory'),
  site: placeholder('the address of the website', 'https://www.example.com'),
  email: placeholder('the e-mail address for enquiries', 'enquiries@example.com'),
  registeredName: placeholder('the registered name of the company, with its ending', 'Company Name Limited'),
  registeredIn: placeholder('the part of the UK the company is registered in', 'England and Wales'),
  number: placeholder('the company number', '00000000'),
  registeredOffice: placeholder('the address of the registered office', 'address to be supplied'),
  lastReviewed: placeholder('the date on which the site was last reviewed', 'date to be supplied'),
} as const;

/** What each figure on the site rests on: source, how many clients, which period. Shown beside the figure. */
export const basis = {
  annualValue: placeholder('the evidence for "£2.4M average annual value"', 'source and period to be supplied'),
  fasterDecisions: placeholder('the evidence for "35% faster strategic decisions"', 'source and period to be supplied'),
  returnOnInvestment: placeholder('the evidence for "4:1 return on investment"', 'source and period to be supplied'),
  compliance: placeholder('the evidence for "100% regulatory compliance"', 'source and period to be supplied'),
  costReduction: placeholder('the evidence for "25% average cost reduction"', 'source and period to be supplied'),
  satisfaction: placeholder('the evidence for "100% client satisfaction"', 'source and period to be supplied'),
  sectors: placeholder('the evidence for the seven figures of the sectors', 'sources and periods to be supplied'),
  caseStudy: placeholder('the evidence for the figures of the case study', 'source and period to be supplied'),
} as const;

export const homeTestimonial = {
  quote: placeholder(
    'the testimonial of the technical officer, approved by its author',
    'The client’s own words will stand here, once they have been supplied and approved for publication.',
  ),
  name: placeholder('the name of the technical officer', 'Name to be supplied'),
  role: placeholder('the role of the technical officer', 'Chief Technical Officer'),
  organisation: placeholder('the organisation of the technical officer', 'Organisation to be supplied'),
} as const;

export const caseStudyTestimonial = {
  quote: placeholder(
    'the testimonial of the case study, approved by its author',
    'The developer’s own words will stand here, once they have been supplied and approved for publication.',
  ),
  name: placeholder('the name behind the testimonial of the case study', 'Name to be supplied'),
  role: placeholder('the role behind the testimonial of the case study', 'Role to be supplied'),
  organisation: placeholder('the organisation behind the testimonial of the case study', 'Social housing developer'),
} as const;

/** What happened in the case study is the client's to tell; the samples follow from the method and the brief. */
export const caseStudyAccount = {
  challenge: placeholder(
    'the challenge of the case study, confirmed by the client',
    'A developer of social housing answers to funders, to regulators and to residents, and each of them asks for figures. When records disagree with one another, every answer takes longer and can be questioned.',
  ),
  approach: placeholder(
    'the approach of the case study, confirmed by the client',
    'The work followed the Four-Phase Universal Method: first the data as it stood and the gaps in it, then the calculations, then the platform, and last the training of the people who use it.',
  ),
  discovery: placeholder(
    'the first part of Civic Vision',
    'A list of the data held, and of the gaps between it and the decisions that rest on it.',
  ),
  algorithms: placeholder(
    'the second part of Civic Vision',
    'Calculations written for the developer’s own questions, with the source of each figure.',
  ),
  platform: placeholder(
    'the third part of Civic Vision',
    'One place in which the results appear, joined to the systems already in use.',
  ),
  training: placeholder(
    'the fourth part of Civic Vision',
    'Instruction for the people who work with it, and adjustment to what they found.',
  ),
} as const;

export const optionScope = {
  transformation: placeholder('the phases that Competitive Transformation covers', 'To be confirmed'),
  leadership: placeholder('the phases that Market Leadership covers', 'To be confirmed'),
} as const;
