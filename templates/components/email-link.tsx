import { Fragment } from 'react';
import { company } from '../content/company.ts';
import { Fact } from './fact.tsx';

/** The e-mail address, marked as pending as long as it is one of the addresses reserved for examples. */
export function EmailLink({ className = 'link' }: { readonly className?: string }) {
  const isExample = company.email.endsWith('@example.com');
  const [name, host] = company.email.split('@');
  return (
    <a href={`mailto:${company.email}`} className={isExample ? `${className} pending` : className}>
      {/* Text that is set large breaks here. */}
      {name}@<wbr />
      {host}
    </a>
  );
}

/** A text in which the e-mail address is a link. */
export function TextWithEmail({ text }: { readonly text: string }) {
  return text.split(company.email).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <EmailLink />}
      <Fact text={part} />
    </Fragment>
  ));
}
