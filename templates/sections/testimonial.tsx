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
  const author = (
    <span className="text-muted">
      {[role, organisation].filter(Boolean).join(', ')} <SampleNote text={role} />
    </span>
  );
  if (!quote) {
    return (
      <section className={`page border-t border-plan py-8 ${beside}`}>
        <h2 id="testimonial" className="text-h3">
          {heading}
        </h2>
        <figure className="flex flex-wrap justify-between gap-x-8 gap-y-1 lg:col-span-3">
          <blockquote className="text-muted">{pending}</blockquote>
          <figcaption>{author}</figcaption>
        </figure>
      </section>
    );
  }
  return (
    <section className={`page py-section ${isLarge ? 'band' : `bg-tint ${beside}`}`}>
      <h2 id="testimonial" className="text-h3 lg:max-w-[13ch]">
        {heading}
      </h2>
      <figure className={isLarge ? 'mt-8' : 'lg:col-span-3'}>
        <blockquote
          className={`mb-8 indent-[-0.5em] font-bold tracking-tight text-balance before:content-['“'] after:content-['”'] print:indent-0 ${isLarge ? 'text-h1' : 'text-h2'}`}
        >
          {quote}
        </blockquote>
        <figcaption className="flex flex-wrap gap-x-4 border-t border-control pt-3">
          <span className="font-bold">{name}</span>
          {author}
        </figcaption>
      </figure>
    </section>
  );
}
