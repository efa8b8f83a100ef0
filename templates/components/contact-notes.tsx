import { accessibility, helpful, privacy } from '../content/contact.ts';
import { TextWithEmail } from './email-link.tsx';

/** What to write, beside the form. */
export function HelpfulPoints() {
  return (
    <section className="lg:sticky lg:top-8">
      <h2 className="text-h3">{helpful.heading}</h2>
      <ol className="mt-4 border-b border-control">
        {helpful.points.map((point, index) => (
          <li key={point} className="grid max-w-none grid-cols-[2rem_1fr] border-t border-control py-3">
            <span aria-hidden="true" className="text-muted">
              {index + 1}
            </span>
            {point}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What the law asks for where a company invites emails, and how to report what does not work. */
export function Notices() {
  return (
    <>
      <section id="privacy" className="border-t border-ink bg-tint">
        <h2 className="gutter pt-12 text-h3">{privacy.heading}</h2>
        <dl className="notices mt-6">
          {privacy.points.map(({ term, text }) => (
            <div key={term}>
              <dt className="gutter font-bold">{term}</dt>
              <dd className="gutter">
                <TextWithEmail text={text} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="rails-side gap-y-2 border-t border-ink py-12">
        <h2 className="gutter text-h3">{accessibility.heading}</h2>
        <p className="gutter">
          <TextWithEmail text={accessibility.text} />
        </p>
      </section>
    </>
  );
}
