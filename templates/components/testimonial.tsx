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
    <section className="section-y border-t border-ink">
      <h2 className="gutter label font-normal text-muted">{heading}</h2>
      <figure className="mt-6 grid gap-6 lg:grid-cols-12 lg:gap-0">
        <blockquote className="mx-(--gutter) max-w-none border-l-8 border-ink pl-6 text-h2 font-bold tracking-tight sm:pl-10 lg:col-span-8">
          <p className="text-balance">{quote}</p>
        </blockquote>
        <figcaption className="gutter text-small lg:col-span-4 lg:self-end">
          <span className="block font-bold">{name}</span>
          <span className="block">{role}</span>
          <span className="block text-muted">{organisation}</span>
        </figcaption>
      </figure>
    </section>
  );
}
