import { isSample } from '../content/samples.ts';
import { Fact } from './fact.tsx';

interface Props {
  readonly heading: string;
  readonly quote: string;
  readonly name: string;
  readonly role: string;
  readonly organisation: string;
}

/** A client's own words, and whose they are. The place is kept, and quiet, until the words are there. */
export function Testimonial({ heading, quote, name, role, organisation }: Props) {
  return (
    <section className="section-y border-t border-ink">
      <h2 className="gutter text-h3">{heading}</h2>
      <figure className="rails-2 mt-6 gap-y-4">
        <blockquote className={isSample(quote) ? 'gutter quote-pending' : 'gutter quote text-h2'}>
          <p>
            <Fact text={quote} />
          </p>
        </blockquote>
        <figcaption className="gutter grid content-start gap-1 text-small">
          {[name, role, organisation].map((line) => (
            <span key={line}>
              <Fact text={line} />
            </span>
          ))}
        </figcaption>
      </figure>
    </section>
  );
}
