import type { Testimonial as Words } from '../content/company.ts';

interface Props extends Words {
  readonly heading: string;
  /** Stands in the place of the quotation until it is known. */
  readonly pending: string;
  readonly isTinted?: boolean;
}

/** A client's own words, and whose they are. */
export function Testimonial({ heading, pending, quote, name, role, organisation, isTinted = false }: Props) {
  return (
    <section className={`page grid gap-x-8 gap-y-6 py-section lg:grid-cols-2 ${isTinted ? 'bg-tint' : ''}`}>
      <h2 className="text-h2">{heading}</h2>
      <figure className="grid grid-cols-[auto_1fr] gap-x-4">
        <span aria-hidden="true" className="row-span-2 text-[4em] leading-none font-bold text-blue select-none">
          “
        </span>
        <blockquote className={`pt-1 text-lead text-balance ${quote ? 'font-bold' : 'text-muted'}`}>
          <p className="max-w-none">{quote || pending}</p>
        </blockquote>
        <figcaption className="col-start-2 mt-2">
          {name && <span className="block font-bold">{name}</span>}
          <span className="block text-muted">{[role, organisation].filter(Boolean).join(', ')}</span>
        </figcaption>
      </figure>
    </section>
  );
}
