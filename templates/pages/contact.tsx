import { byEmail, contact, enquiryForm, helpful, privacy } from '../content/contact.ts';
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
        back={
          <a href="/" className="link mb-4 self-start py-1">
            {contact.back}
          </a>
        }
        picture={<Town crop="home" className="h-auto w-full lg:h-0 lg:min-h-full" />}
      />
      <div className="page py-12">
        <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[5fr_7fr]">
          <div>
            <section>
              <h2 className="text-h2">{byEmail.heading}</h2>
              <p id="not-connected" className="mt-3">
                {byEmail.notConnected}
              </p>
              <p className="mt-5">
                <EmailLink className="btn" />
              </p>
            </section>
            <section className="mt-10">
              <h2 className="text-h3">{helpful.heading}</h2>
              <ul className="mt-3 max-w-[36em] border-b border-plan">
                {helpful.points.map((point) => (
                  <li key={point} className="border-t border-plan py-3">
                    {point}
                  </li>
                ))}
              </ul>
            </section>
            <section className="mt-10 text-small">
              <h2 className="text-h3">{byEmail.privacy.heading}</h2>
              <p className="mt-2">{byEmail.privacy.text}</p>
            </section>
          </div>
          <section className="print:hidden">
            <h2 className="text-h2">{enquiryForm.heading}</h2>
            <p className="mt-3 mb-6 text-muted">{enquiryForm.required}</p>
            <EnquiryForm describedBy="not-connected" />
          </section>
        </div>
      </div>
      <section id="privacy" className="page bg-tint py-12">
        <h2 className="text-h3">{privacy.heading}</h2>
        <dl className="mt-5 grid gap-x-8 gap-y-6 text-small lg:grid-cols-3">
          {privacy.points.map(({ term, text }) => (
            <div key={term} className="border-t border-control pt-3">
              <dt className="font-bold">{term}</dt>
              <dd className="mt-1">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
