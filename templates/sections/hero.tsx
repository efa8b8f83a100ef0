import { hero } from '../content/home.ts';
import { Town } from '../drawings/town.tsx';
import { BrandMark } from '../ui/brand-mark.tsx';
import { ButtonLink } from '../ui/button-link.tsx';

export function Hero() {
  const { note, subject, around } = hero.plan;
  return (
    <div className="split lg:min-h-[min(38rem,100svh-19rem)]">
      <div className="flex flex-col justify-center py-8 sm:py-12">
        <h1 className="text-h1">{hero.heading}</h1>
        <p className="mt-4 max-w-[27em] text-lead text-muted sm:mt-5">{hero.lead}</p>
        <p className="mt-6 sm:mt-8">
          <ButtonLink href="/our-approach/" label={hero.link} />
        </p>
      </div>
      <figure className="flex flex-col border-control max-lg:border-t lg:border-s print:hidden">
        <Town crop="hero" className="h-64 w-full sm:h-96 lg:h-0 lg:min-h-80 lg:grow" />
        <figcaption className="flex items-center gap-5 border-t border-control px-gutter py-4 text-caption text-muted lg:px-8">
          <BrandMark size={56} />
          <ul>
            <li>{note}</li>
            <li>
              <Line className="stroke-red stroke-4" />
              <Edge {...subject} />
            </li>
            <li>
              <Line className="stroke-blue stroke-[2.5] [stroke-dasharray:8_5]" />
              <Edge {...around} />
            </li>
          </ul>
        </figcaption>
      </figure>
    </div>
  );
}

/** Names a line by its kind and its colour, or by its kind alone where visitors have colours of their own. */
function Edge({ kind, hue, meaning }: { readonly kind: string; readonly hue: string; readonly meaning: string }) {
  return (
    <>
      {`${kind} `}
      <span className="forced-colors:hidden">{`${hue} `}</span>
      {meaning}
    </>
  );
}

function Line({ className }: { readonly className: string }) {
  return (
    <svg viewBox="0 0 28 4" width="28" height="4" className="me-2.5 inline align-middle" aria-hidden="true">
      <path className={className} d="M0 2h28" />
    </svg>
  );
}
