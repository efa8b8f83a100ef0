import type { Testimonial as Words } from '../content/company.ts';

interface Props extends Words {
  readonly heading: string;
  /** Stands in the place of the quotation until it is known. */
  readonly pending: string;
  readonly isTinted?: boolean;
}

/** A client's own words, as large as a heading, and whose they are. One line until they are known. */
export function Testimonial({ heading, pending, quote, name, role, organisation, isTinted = false }: Props) {
  const section = `page grid items-baseline gap-x-8 gap-y-2 lg:grid-cols-4 ${isTinted ? 'bg-tint' : ''}`;
  const author = [role, organisation].filter(Boolean).join(', ');
  if (!quote) {
    return (
      <section className={`${section} py-8`}>
        <h2 className="text-h3">{heading}</h2>
        <figure className="flex flex-wrap justify-between gap-x-8 gap-y-1 text-muted lg:col-span-3">
          <blockquote>{pending}</blockquote>
          <figcaption>{author}</figcaption>
        </figure>
      </section>
    );
  }
  return (
    <section className={`${section} py-section`}>
      <h2 className="text-h3">{heading}</h2>
      <figure className="lg:col-span-3">
        <blockquote className="mb-6 indent-[-0.5em] text-h2 font-bold tracking-tight text-pretty before:content-['“'] after:content-['”'] print:indent-0">
          {quote}
        </blockquote>
        <figcaption className="flex flex-wrap gap-x-4 border-t border-control pt-3">
          <span className="font-bold">{name}</span>
          <span className="text-muted">{author}</span>
        </figcaption>
      </figure>
    </section>
  );
}
