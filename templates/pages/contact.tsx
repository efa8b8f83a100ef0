import { ContactNotes } from '../components/contact-notes.tsx';
import { EnquiryForm } from '../components/enquiry-form.tsx';
import { company } from '../content/company.ts';
import { contact, formSection } from '../content/contact.ts';

export { meta } from '../content/contact.ts';

export default function ContactPage() {
  return (
    <>
      <div className="gutter pt-8 pb-12">
        <a href="/" className="link inline-block py-1">
          {contact.back}
        </a>
        <h1 className="mt-8 max-w-[12em] text-h1">{contact.heading}</h1>
        <p className="mt-6 text-lead text-muted">{contact.lead}</p>
      </div>
      <div className="grid border-t border-ink lg:grid-cols-12">
        <section className="gutter py-12 lg:col-span-7 lg:border-r lg:border-control">
          <h2 className="text-h3">{formSection.heading}</h2>
          <p className="mt-4 border-l-4 border-ink pl-4">
            {`${formSection.notice} `}
            <a href={`mailto:${company.email}`} className="link block w-fit">
              {company.email}
            </a>
          </p>
          <p className="mt-4 mb-8 text-small text-muted">{formSection.required}</p>
          <EnquiryForm />
        </section>
        <div className="gutter border-t border-control py-12 lg:col-span-5 lg:border-t-0">
          <ContactNotes />
        </div>
      </div>
    </>
  );
}
