import { optional } from '../content/company.ts';
import { contact, enquiryForm, privacy } from '../content/contact.ts';
import { EnquiryForm } from '../sections/enquiry-form.tsx';
import { EmailLink } from '../ui/email-link.tsx';
import { Town } from '../drawings/town.tsx';

export { meta } from '../content/contact.ts';

export default function ContactPage() {
  return (
    <>
      <div className="split lg:grid-rows-[auto_1fr]">
        <div className="flex flex-col items-start pt-4 pb-6 sm:pt-8 sm:pb-10 lg:pb-12">
          <a href="/" className="link py-1 print:hidden">
            {contact.back}
          </a>
          <h1 className="mt-2 text-h1 sm:mt-4">{contact.heading}</h1>
          <p className="mt-3 max-w-[27em] text-lead text-muted sm:mt-5">{contact.lead}</p>
          <p className="mt-4 flex w-full flex-wrap items-center gap-x-3 gap-y-2 sm:mt-8">
            <EmailLink className="btn" />
          </p>
          {[optional.person, optional.next].filter(Boolean).map((text) => (
            <p key={text} className="mt-4">
              {text}
            </p>
          ))}
        </div>
        {enquiryForm.isShown && (
          <section
            id="enquiry"
            className="border-control px-gutter pt-4 pb-section max-lg:border-t sm:pt-8 lg:col-start-2 lg:row-span-2 lg:border-s lg:ps-10 lg:pe-margin print:hidden"
          >
            <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 sm:mb-5">
              <h2 className="text-h3">{enquiryForm.heading}</h2>
              <p className="max-w-none text-small text-muted">{enquiryForm.required}</p>
            </div>
            {/* Before the first field: nobody should learn after the work that it was in vain. */}
            <p
              id="not-connected"
              className="mb-3 max-w-none border-ink text-small text-pretty max-sm:font-bold sm:mb-5 sm:border-s-4 sm:bg-tint sm:px-4 sm:py-3 sm:text-body"
            >
              {enquiryForm.notConnected}
            </p>
            <EnquiryForm />
          </section>
        )}
        <Town
          crop="contact"
          className="h-36 w-full border-t border-control sm:h-72 lg:h-0 lg:min-h-full print:hidden"
        />
      </div>
      <section id="privacy" className="page border-t border-control py-section">
        <h2 className="text-h3">{privacy.heading}</h2>
        <dl className="mt-5 grid gap-x-8 gap-y-6 text-small sm:grid-cols-2 lg:grid-cols-4">
          {privacy.points.map(({ term, text, ...rest }) => (
            <div key={term} className="border-t border-plan pt-3">
              <dt className="font-bold">{term}</dt>
              <dd className="mt-1">
                {text}{' '}
                {'link' in rest && (
                  <>
                    <a href={rest.link.href} className="link">
                      {rest.link.text}
                    </a>
                    .
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
