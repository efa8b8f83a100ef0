import type { ReactNode, SubmitEvent } from 'react';
import { island } from 'sitegen';

/**
 * The enquiry form around its fields, which are the page's. The browser checks them; a valid enquiry goes to the console
 * and nowhere else: an object of the four values, by the names of the fields.
 *
 * `method="dialog"` without a dialog around it: by the HTML standard such a form is checked and then does nothing, so
 * nothing leaves the page without JavaScript either, not even into the address.
 */
function ContactForm({ children }: { readonly children: ReactNode }) {
  return (
    <form method="dialog" onSubmit={logEnquiry} className="grid gap-6">
      {children}
    </form>
  );
}

function logEnquiry(event: SubmitEvent<HTMLFormElement>) {
  event.preventDefault();
  console.log(Object.fromEntries(new FormData(event.currentTarget)));
}

export default island('contact-form', ContactForm);
