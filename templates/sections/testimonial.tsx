import type { Testimonial as Words } from '../content/company.ts';
import { SampleNote } from '../ui/sample-note.tsx';

interface Props extends Words {
  readonly heading: string;
  /** Stands in the place of the quotation until it is known. */
  readonly pending: string;
  readonly isTinted?: boolean;
}

/** A client's own words, as large as a heading, and whose they are. One line until they are known. */
export function Testimonial({ heading, pending, quote, name, role, organisation, isTinted = false }: Props) {
  const author = (
    <span className="text-muted">
      {[role, organisation].filter(Boolean).join(', ')} <SampleNote text={role} />
    </span>
  );
  return (
    <section
      className={`page grid items-baseline gap-x-8 gap-y-3 lg:grid-cols-4 ${quote ? 'py-section' : 'py-8'} ${isTinted ? 'bg-tint' : ''}`}
    >
      <h2 id="testimonial" className={`text-h3 ${quote ? 'lg:max-w-[13ch]' : ''}`}>
        {heading}
      </h2>
      {quote ? (
        <figure className="lg:col-span-3">
          <blockquote className="mb-6 indent-[-0.5em] text-h2 font-bold tracking-tight text-balance before:content-['“'] after:content-['”'] print:indent-0">
            {quote}
          </blockquote>
          <figcaption className="flex flex-wrap gap-x-4 border-t border-control pt-3">
            <span className="font-bold">{name}</span>
            {author}
          </figcaption>
        </figure>
      ) : (
        <figure className="flex flex-wrap justify-between gap-x-8 gap-y-1 lg:col-span-3">
          <blockquote className="text-muted">{pending}</blockquote>
          <figcaption>{author}</figcaption>
        </figure>
      )}
    </section>
  );
}
