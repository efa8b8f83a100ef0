import { company } from '../content/company.ts';

/** The e-mail address, marked as pending as long as it is one of the addresses reserved for examples. */
export function EmailLink() {
  const isExample = company.email.endsWith('@example.com');
  return (
    <a href={`mailto:${company.email}`} className={isExample ? 'link pending' : 'link'}>
      {company.email}
    </a>
  );
}
