import type { Testimonial as Words } from '../content/company.ts';
import { SampleNote } from '../draft/sample-note.tsx';

interface Props extends Words {
  readonly heading: string;
  /** Stands in the place of the quotation until it is known. */
  readonly pending: string;
  /** As large as the heading of a page, on a dark band. */
  readonly isLarge?: boolean;
}

/** A client's own words, as large as a heading, and whose they are. One line until they are known. */
export function Testimonial({ heading, pending, quote, name, role, organisation, isLarge = false }: Props) {
  const beside = 'grid items-baseline gap-x-8 gap-y-3 lg:grid-cols-4';
  const look = quote ? `py-section ${isLarge ? 'band' : `bg-tint ${beside}`}` : `border-t border-plan py-8 ${beside}`;
  return (
    <section className={`page ${look}`}>
      <h2 id="testimonial" className="text-h3">
        {heading}
      </h2>
      <figure
        className={
          quote
            ? `lg:col-span-3 ${isLarge ? 'mt-8' : ''}`
            : 'flex flex-wrap justify-between gap-x-8 gap-y-1 lg:col-span-3'
        }
      >
        {quote ? (
          <blockquote
            className={`mb-8 sm:indent-[-0.5em] font-bold tracking-tight text-balance before:content-['“'] after:content-['”'] print:indent-0 ${isLarge ? 'text-h2 sm:text-h1' : 'text-h2'}`}
          >
            {quote}
          </blockquote>
        ) : (
          <blockquote className="text-muted">{pending}</blockquote>
        )}
        <figcaption className={quote && 'flex flex-wrap gap-x-4 border-t border-control pt-3'}>
          {name && <span className="font-bold">{name}</span>}
          <span className="text-muted">
            {[role, organisation].filter(Boolean).join(', ')} <SampleNote text={role} />
          </span>
        </figcaption>
      </figure>
    </section>
  );
}
