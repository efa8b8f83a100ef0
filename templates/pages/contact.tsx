import { HelpfulPoints, Notices } from '../components/contact-notes.tsx';
import { EmailLink, TextWithEmail } from '../components/email-link.tsx';
import { EnquiryForm } from '../components/enquiry-form.tsx';
import { contact, emailSection, enquiryForm, formSection, notConnected } from '../content/contact.ts';

export { meta } from '../content/contact.ts';

export default function ContactPage() {
  return (
    <>
      <div className="rails-2 items-end gap-y-8 pt-6 pb-12">
        <div className="gutter">
          <a href="/" className="link inline-block py-1">
            {contact.back}
          </a>
          <h1 className="mt-6 max-w-[12em] text-h1">{contact.heading}</h1>
          <p className="mt-4 text-lead text-muted">{contact.lead}</p>
        </div>
        <section className="gutter">
          <h2 className="text-h3">{emailSection.heading}</h2>
          <p className="mt-1 text-muted">{emailSection.text}</p>
          <p className="mt-4">
            <EmailLink className="command" />
          </p>
        </section>
      </div>
      <div className="rails-2 border-t border-ink">
        <section className="gutter py-12">
          <h2 className="text-h3">{formSection.heading}</h2>
          <div className="notice">
            <p className="font-bold">{notConnected.heading}</p>
            <p>
              <TextWithEmail text={notConnected.text} />
            </p>
          </div>
          <p className="mt-4 mb-6 text-small text-muted">{enquiryForm.required}</p>
          <EnquiryForm />
        </section>
        <div className="gutter border-t border-control py-12 lg:border-t-0 lg:border-l">
          <HelpfulPoints />
        </div>
      </div>
      <Notices />
    </>
  );
}
