import type { ReactNode } from 'react';
import type { contact } from '../content/fixed.ts';
import { Lead } from './lead.tsx';

interface ContactProps {
  readonly content: typeof contact;
  /** Every generator has a way of its own to wake a part of a page up. */
  readonly form: ReactNode;
}

export function Contact({ content, form }: ContactProps) {
  return (
    <>
      <Lead title={content.title}>{content.lead}</Lead>
      <div className="mt-12 grid gap-12 md:grid-cols-2">
        <div>{form}</div>
        <ul className="grid gap-6 sm:grid-cols-2">
          {content.offices.map((office) => (
            <li key={office.phone} className="rounded bg-stone-50 p-4">
              <h3 className="font-bold">{office.city}</h3>
              <p className="text-sm">{office.street}</p>
              <p className="text-sm">{office.phone}</p>
            </li>
          ))}
        </ul>
      </div>
      <dl className="mt-16 grid gap-8 md:grid-cols-3">
        {content.reasons.map((reason) => (
          <div key={reason.title}>
            <dt className="font-bold">{reason.title}</dt>
            <dd className="mt-1 text-sm text-stone-600">{reason.text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
