interface Props {
  readonly heading: string;
  readonly quote: string;
  readonly name: string;
  readonly role: string;
  readonly organisation: string;
}

/** A client's own words, and whose they are. */
export function Testimonial({ heading, quote, name, role, organisation }: Props) {
  return (
    <section className="gutter section-y border-t border-ink">
      <h2 className="label font-normal text-muted">{heading}</h2>
      <figure className="mt-6 grid gap-6 border-l-8 border-ink pl-6 sm:pl-10 lg:grid-cols-12 lg:gap-8">
        <blockquote className="max-w-none text-h2 font-bold tracking-tight lg:col-span-8">
          <p>{quote}</p>
        </blockquote>
        <figcaption className="text-small lg:col-span-4 lg:self-end">
          <span className="block font-bold">{name}</span>
          <span className="block">{role}</span>
          <span className="block text-muted">{organisation}</span>
        </figcaption>
      </figure>
    </section>
  );
}
