import { Lead } from '../components/lead.tsx';
import { home } from '../content/fixed.ts';

export const meta = { title: home.title, description: home.lead };

/** @param props `content` is for who makes another generator's template of the page */
export default function Home({ content = home }: { readonly content?: typeof home }) {
  return (
    <>
      <section className="py-16">
        <Lead title={content.title}>{content.lead}</Lead>
        <a href="/contact/" className="mt-8 inline-block rounded bg-teal-700 px-5 py-3 font-bold text-white">
          Talk to us
        </a>
      </section>
      <dl className="grid grid-cols-2 gap-6 md:grid-cols-4">
        {content.figures.map((figure) => (
          <div key={figure.label} className="rounded bg-stone-50 p-6">
            <dt className="text-sm text-stone-500">{figure.label}</dt>
            <dd className="text-3xl font-bold">{figure.value}</dd>
          </div>
        ))}
      </dl>
      <section className="mt-16 grid gap-8 md:grid-cols-3">
        {content.services.map((service) => (
          <article key={service.title} className="rounded border border-stone-200 p-6 shadow-sm">
            <h2 className="font-bold text-stone-900">{service.title}</h2>
            <p className="mt-2 text-stone-600">{service.text}</p>
            <ul className="mt-4 list-disc pl-5 text-sm text-stone-500">
              {service.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </article>
        ))}
      </section>
      <section className="mt-16 grid gap-6 md:grid-cols-2">
        {content.quotes.map((quote) => (
          <figure key={quote.text} className="rounded bg-teal-50 p-6">
            <blockquote className="italic">{quote.text}</blockquote>
            <figcaption className="mt-4 text-sm font-bold">{quote.name}</figcaption>
          </figure>
        ))}
      </section>
      <section className="mt-16 divide-y divide-stone-200">
        {content.questions.map((question) => (
          <details key={question.text} className="py-4">
            <summary className="cursor-pointer font-medium">{question.text}</summary>
            <p className="mt-2 text-stone-600">{question.answer}</p>
          </details>
        ))}
      </section>
    </>
  );
}
