import { placeholder } from 'sitegen';

/** Replace each placeholder with a string. A build lists those that are left, and `npm run sitegen -- check --release` fails. */
export const site = {
  name: placeholder('the name of the product', 'Acme'),
  address: placeholder('the address of the site', 'https://www.example.com'),
  email: placeholder('the email address', 'hello@example.com'),
  /** Any service that accepts a form by POST. */
  formService: placeholder('the address of the form service', 'https://forms.example.com/acme'),
};
