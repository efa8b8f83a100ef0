import { Contact } from '../components/contact.tsx';
import { contact } from '../content/fixed.ts';
import ContactForm from '../islands/contact-form.tsx';

export const meta = { title: contact.title, description: contact.lead };

export default function ContactPage() {
  return <Contact content={contact} form={<ContactForm heading={contact.formHeading} hydrate="idle" />} />;
}
