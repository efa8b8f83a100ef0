import { byEmail, contact, enquiryForm, privacy } from '../content/contact.ts';
import { Town } from '../drawings/town.tsx';
import { EnquiryForm } from '../sections/enquiry-form.tsx';
import { Opening } from '../sections/opening.tsx';
import { EmailLink } from '../ui/email-link.tsx';

export { meta } from '../content/contact.ts';

export default function ContactPage() {
  return (
    <>
      <Opening
        {...contact}
        above={
          <a href="/" className="link mb-4 self-start py-1 print:hidden">
            {contact.back}
          </a>
        }
        picture={<Town crop="contact" className="h-36 w-full sm:h-72 lg:h-0 lg:min-h-full" />}
      />
      <div className="page grid gap-x-8 gap-y-12 py-section lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        <section>
          <h2 className="text-h2">{byEmail.heading}</h2>
          <p className="mt-5">
            <EmailLink className="btn" />
          </p>
        </section>
        <section className="lg:col-start-2 lg:row-span-2 print:hidden">
          <h2 className="text-h2">{enquiryForm.heading}</h2>
          <p id="not-connected" className="mt-3 max-w-none border-s-4 border-ink bg-tint px-4 py-3">
            {enquiryForm.notConnected}
          </p>
          <p className="mt-4 mb-6 text-muted">{enquiryForm.required}</p>
          <EnquiryForm describedBy="not-connected" />
        </section>
        <section id="privacy" className="lg:pe-16">
          <h2 className="text-h3">{privacy.heading}</h2>
          <dl className="mt-4 grid gap-4 text-small">
            {privacy.points.map(({ term, text }) => (
              <div key={term} className="border-t border-plan pt-3">
                <dt className="font-bold">{term}</dt>
                <dd className="mt-1">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </>
  );
}
