import type { ComponentProps } from 'react';
import { enquiryForm, notConnected } from '../content/contact.ts';
import ContactForm from '../islands/contact-form.tsx';
import { TextWithEmail } from './email-link.tsx';

/**
 * The fields belong to the page and not to the island: they hold what a visitor types before it is hydrated, and are never
 * rendered again.
 */
export function EnquiryForm() {
  const { name, email, company, message, submit } = enquiryForm;
  return (
    <ContactForm>
      <Field label={name} name="name" type="text" autoComplete="name" autoCapitalize="words" enterKeyHint="next" />
      <Field label={email} name="email" type="email" autoComplete="email" enterKeyHint="next" />
      <Field label={company} name="company" type="text" autoComplete="organization" enterKeyHint="next" />
      <div>
        <label htmlFor="message" className="field-label">
          {message}
        </label>
        <textarea id="message" name="message" rows={5} required spellCheck className="field" />
      </div>
      <div className="grid justify-items-start gap-3">
        <button type="submit" className="command command-quiet" aria-describedby="not-connected">
          {submit}
        </button>
        <p id="not-connected" className="text-small">
          <TextWithEmail text={notConnected.besideButton} />
        </p>
      </div>
    </ContactForm>
  );
}

function Field({ label, ...input }: { readonly label: string; readonly name: string } & ComponentProps<'input'>) {
  return (
    <div>
      <label htmlFor={input.name} className="field-label">
        {label}
      </label>
      <input id={input.name} required spellCheck={false} className="field" {...input} />
    </div>
  );
}
