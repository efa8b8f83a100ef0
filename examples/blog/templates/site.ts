import { placeholder } from 'sitegen';

/** Replace each placeholder with a string: `npm run sitegen -- check --release` fails, and no deploy starts, while one is left. */
export const site = {
  name: placeholder('the name of the blog', 'Field Notes'),
  description: placeholder('a sentence about the blog', 'Notes on things that are worth writing down.'),
  author: placeholder('the name of the author', 'Your name'),
  address: placeholder('the address of the site', 'https://www.example.com'),
  language: 'en',
};
