import type { Meta } from 'sitegen';
import { company } from './company.ts';

export const meta: Meta = {
  title: 'Contact',
  description: `Describe your data challenge to ${company.brand} by email. The enquiry form on this page sends nothing yet.`,
};

export const contact = {
  back: 'Back to home',
  heading: 'Describe the decision, and the data behind it',
  lead: 'A few plain sentences are enough to begin with.',
} as const;

/** The words of the enquiry form. */
export const enquiryForm = {
  name: 'Full Name',
  email: 'Email Address',
  company: 'Organisation',
  message: 'Your Data Challenge',
  submit: 'Submit Enquiry',
} as const;

export const formSection = {
  heading: 'Enquiry',
  notice: 'This form sends nothing yet. Email is the way to reach us:',
  required: 'All four fields are required.',
} as const;

export const emailSection = {
  heading: 'By email',
  text: 'Write to us directly. The link opens your email program with our address filled in.',
  email: company.email,
} as const;

export const helpful = {
  heading: 'What helps us answer',
  points: [
    'The decision that is waiting, and when it is due.',
    'The data you hold on it, and where it is kept.',
    'Who has to be convinced by the result.',
  ],
} as const;
