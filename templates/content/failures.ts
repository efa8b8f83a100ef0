import type { Meta } from 'sitegen';

export const notFoundMeta: Meta = {
  title: 'Page not found',
  description: 'No page of this site answers to the address that was asked for.',
};

export const notFound = {
  code: '404',
  heading: 'Oops! Page not found',
  text: 'This plot is empty: no page stands at the address you asked for.',
  homeLink: 'Return to Home',
  contactText: 'Looking for something in particular?',
  contactLink: 'Contact us',
} as const;

export const failureMeta: Meta = {
  title: 'Unexpected error',
  description: 'The page could not be shown because of an unexpected error.',
};

export const failure = {
  heading: 'Unexpected Application Error!',
  text: 'The page could not be shown. Please try again in a few minutes.',
  homeLink: 'Go to the home page',
  emailText: 'If it happens again, write to',
} as const;
