import { placeholder } from 'sitegen';

/** Replace each placeholder with a string. A build lists those that are left, and `npm run sitegen -- check --release` fails. */
export const site = {
  name: placeholder('the name of the blog', 'Field Notes'),
  description: placeholder('a sentence about the blog', 'Notes on things that are worth writing down.'),
  author: placeholder('the name of the author', 'Your name'),
  address: placeholder('the address of the site', 'https://www.example.com'),
  language: 'en-GB',
};
