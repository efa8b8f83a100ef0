import type { Meta } from 'sitegen';
import { company, privacyFacts } from './company.ts';

export const meta: Meta = {
  title: 'Contact',
  description: `Email ${company.brand} about your data challenge: the decision that is waiting, the data you hold and who must be convinced.`,
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
  required: 'All four fields are required.',
} as const;

/** What has to be said as long as the form sends nothing: above its fields, and beside its button. */
export const notConnected = {
  heading: 'This form is not connected yet',
  text: `Nothing you type is sent. Please email us instead: ${company.email}`,
  besideButton: `Not connected yet: this button sends nothing. Email\u00A0us: ${company.email}`,
} as const;

export const emailSection = {
  heading: 'By email',
  text: 'The way to reach us today.',
} as const;

export const formSection = { heading: 'Enquiry form' } as const;

export const helpful = {
  heading: 'What helps us answer',
  points: [
    'The decision that is waiting, and when it is due.',
    'The data you hold on it, and where it is kept.',
    'Who has to be convinced by the result.',
  ],
} as const;

/** UK GDPR, articles 13 and 77, and section 164A of the Data Protection Act 2018. */
export const privacy = {
  heading: 'Privacy',
  points: [
    {
      term: 'Who is responsible',
      text: `${company.registeredName}, at the registered office below. Write to ${company.email}.`,
    },
    {
      term: 'When you email us',
      text: `We receive your email address, your name if you give it, and what you write. We use them to reply. ${privacyFacts.email}`,
    },
    {
      term: 'When you visit',
      text: `This site sets no cookies and stores nothing on your device. The server that delivers it may log the page, the time and your IP address. ${privacyFacts.logs}`,
    },
    {
      term: 'Your rights',
      text: 'You can ask for a copy of your data, have it corrected or deleted, and object to its use. You can complain to us by email about how we use it, and to the Information Commissioner’s Office.',
    },
  ],
} as const;

export const accessibility = {
  heading: 'Accessibility',
  text: `This site is designed to meet the Web Content Accessibility Guidelines 2.2 at level AA. If any part of it does not work for you, email ${company.email} and say which.`,
} as const;
