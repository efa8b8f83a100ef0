import { ContactForm } from '../reference/templates/components/contact-form.tsx';

/** What `island.jsx` finds and wakes up. */
export function PlainForm({ heading }) {
  return (
    <>
      <div data-heading={heading}>
        <ContactForm heading={heading} />
      </div>
      <script type="module" src="/island.js" />
    </>
  );
}
