import type { ComponentProps } from 'react';
import { enquiryForm } from '../content/contact.ts';
import ContactForm from '../islands/contact-form.tsx';

/**
 * The fields belong to the page and not to the island: they keep what a visitor types before it is hydrated, and are
 * never rendered again.
 */
export function EnquiryForm() {
  const { name, email, company, message, helpful, submit } = enquiryForm;
  return (
    <ContactForm>
      <Field label={name} name="name" type="text" autoComplete="name" autoCapitalize="words" enterKeyHint="next" />
      <Field label={email} name="email" type="email" autoComplete="email" enterKeyHint="next" />
      <Field label={company} name="company" type="text" autoComplete="organization" enterKeyHint="next" />
      <div>
        <label htmlFor="message" className="block font-bold">
          {message}
        </label>
        <p id="helpful" className="mt-1 mb-2 max-w-none text-small text-pretty text-muted">
          {helpful}
        </p>
        <textarea
          id="message"
          name="message"
          rows={5}
          required
          spellCheck
          aria-describedby="helpful"
          className="field resize-y"
        />
      </div>
      <button type="submit" className="btn btn-quiet justify-self-start" aria-describedby="not-connected">
        {submit}
      </button>
    </ContactForm>
  );
}

function Field({ label, ...input }: { readonly label: string; readonly name: string } & ComponentProps<'input'>) {
  return (
    <div>
      <label htmlFor={input.name} className="mb-1.5 block font-bold">
        {label}
      </label>
      <input id={input.name} required spellCheck={false} className="field" {...input} />
    </div>
  );
}
