import type { Meta } from 'sitegen';
import ContactForm from '../islands/contact-form.tsx';
import { site } from '../site.ts';

export const meta: Meta = {
  title: 'Contact',
  description: `Try ${site.name}, ask a question, or tell us what is missing.`,
};

export default function Contact() {
  return (
    <section className="wrap grid gap-12 py-12 md:py-20 lg:grid-cols-2 lg:gap-20">
      <div>
        <h1>Talk to us.</h1>
        <p className="mt-6 max-w-[34rem] text-xl text-quiet">{meta.description}</p>
        <p className="mt-6">
          Or write to{' '}
          <a href={`mailto:${site.email}`} className="link">
            {site.email}
          </a>
          .
        </p>
      </div>
      <div className="rounded-3xl border border-line bg-mist p-6 md:p-10 print:hidden">
        <ContactForm action={site.formService} hydrate="interaction" />
      </div>
    </section>
  );
}
