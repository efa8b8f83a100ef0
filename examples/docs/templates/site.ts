import { placeholder } from 'sitegen';

/** Replace each placeholder with a string. A build lists those that are left, and `npm run sitegen -- check --release` fails. */
export const site = {
  name: placeholder('the name of the project', 'Fieldbook'),
  tagline: placeholder('a few words about the project', 'Documentation that is a pleasure to write, and to read.'),
  description: placeholder(
    'a sentence about the project',
    'A template for documentation: Markdown in, plain HTML out, with search, an outline and dark colours.',
  ),
  address: placeholder('the address of the site', 'https://docs.example.com'),
  repository: placeholder('the address of the source code', 'https://github.com/your-name/your-docs'),
  /** Followed by the path of a file: the address at which it can be edited. */
  editBase: placeholder('the address for edits', 'https://github.com/your-name/your-docs/edit/main/'),
  language: 'en',
};
