import type { Meta } from 'sitegen';

export const notFoundMeta: Meta = {
  title: 'Page not found',
  description: 'There is no page at this address.',
};

export const notFound = {
  code: '404',
  heading: 'Oops! Page not found',
  text: 'There is no page at this address. It may have moved, or the link may be wrong.',
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
  homeLink: 'Return to Home',
  emailText: 'If it happens again, write to',
} as const;
