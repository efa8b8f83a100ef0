import type { ComponentProps, SubmitEvent } from 'react';
import { island } from 'sitegen';

/** The words of the form. */
interface Props {
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly message: string;
  readonly submit: string;
}

/**
 * The enquiry form. The browser checks it; a valid enquiry goes to the console and nowhere else.
 *
 * `method="dialog"` without a dialog around it: by the HTML standard such a form is checked and then does nothing, so
 * nothing leaves the page without JavaScript either, not even into the address.
 *
 * The fields are uncontrolled: what a visitor types before the form wakes up stays.
 */
function ContactForm({ name, email, company, message, submit }: Props) {
  return (
    <form method="dialog" onSubmit={logEnquiry} className="grid gap-6">
      <Field label={name} name="name" type="text" autoComplete="name" autoCapitalize="words" enterKeyHint="next" />
      <Field label={email} name="email" type="email" autoComplete="email" enterKeyHint="next" />
      <Field label={company} name="company" type="text" autoComplete="organization" enterKeyHint="next" />
      <div>
        <label htmlFor="message" className="field-label">
          {message}
        </label>
        <textarea id="message" name="message" rows={5} required spellCheck className="field" />
      </div>
      <div>
        <button type="submit" className="command">
          {submit}
        </button>
      </div>
    </form>
  );
}

function Field({ label, ...input }: { label: string; name: string } & ComponentProps<'input'>) {
  return (
    <div>
      <label htmlFor={input.name} className="field-label">
        {label}
      </label>
      <input id={input.name} required spellCheck={false} className="field" {...input} />
    </div>
  );
}

function logEnquiry(event: SubmitEvent<HTMLFormElement>) {
  event.preventDefault();
  const { name, email, company, message } = Object.fromEntries(new FormData(event.currentTarget));
  console.log({ name, email, company, message });
}

export default island('contact-form', ContactForm);
