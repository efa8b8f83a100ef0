import type { Meta } from 'sitegen';
import { company, enquiries, privacyFacts } from './company.ts';

export const meta: Meta = {
  title: 'Contact',
  description: `Email ${company.brand} about your data challenge: the decision that is waiting, the data you hold and who must be convinced.`,
};

export const contact = {
  back: 'Back to home',
  heading: 'Tell us about your data challenge',
  lead: 'A short email is enough to start.',
} as const;

export const enquiryForm = {
  isShown: enquiries !== 'no form',
  heading: 'Enquiry form',
  name: 'Full Name',
  email: 'Email Address',
  company: 'Organisation',
  message: 'Your Data Challenge',
  helpful: 'What must you decide, and by when? What data do you hold? Who has to be convinced?',
  submit: 'Submit Enquiry',
  notConnected: 'This form is not connected yet: nothing you type is sent. Please email us instead.',
  required: 'All four fields are required.',
} as const;

/** UK GDPR, articles 13 and 77, and section 164A of the Data Protection Act 2018. */
export const privacy = {
  heading: 'Privacy and accessibility',
  points: [
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
      text: `${company.registeredName || company.brand} is responsible for your data. ${privacyFacts.registration} You can ask for a copy, have it corrected or deleted, object to its use, and complain by email to us, or to the`,
      link: { text: 'Information Commissioner’s Office', href: 'https://ico.org.uk/make-a-complaint/' },
    },
    {
      term: 'Accessibility',
      text: 'We designed this site to meet the Web Content Accessibility Guidelines 2.2 at level AA. If any part of it does not work for you, email us and tell us where.',
    },
  ],
} as const;
