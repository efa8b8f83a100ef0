import { CommandLink } from './command-link.tsx';
import { Plan } from './plan.tsx';

interface Props {
  readonly heading: string;
  readonly text: string;
  readonly link: string;
}

/** An invitation to get in touch, between two sections. */
export function Call({ heading, text, link }: Props) {
  return (
    <section className="rails-2 items-center gap-y-6 border-t border-ink py-12 print:hidden">
      <div className="gutter">
        <h2 className="text-h2">{heading}</h2>
        <p className="mt-2 text-muted">{text}</p>
      </div>
      <p className="gutter">
        <CommandLink href="/contact/" label={link} quiet />
      </p>
    </section>
  );
}

/** The last words of a page: the same invitation, inverted, with the parcel it is about. */
export function LastCall({ heading, text, link }: Props) {
  return (
    <section className="band rails-2 print:hidden">
      <div className="gutter py-14 lg:py-20">
        <h2 className="text-h2">{heading}</h2>
        <p className="mt-3 text-lead text-muted">{text}</p>
        <p className="mt-8">
          <CommandLink href="/contact/" label={link} />
        </p>
      </div>
      <Plan
        id="parcel"
        view={VIEW}
        className="plan-inverted h-48 w-full border-control lg:h-0 lg:min-h-full lg:border-l"
      />
    </section>
  );
}

const VIEW = { left: 150, top: 205, width: 200, height: 150 };
