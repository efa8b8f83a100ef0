import type { ComponentProps } from 'react';
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
        <p className="mt-4 max-w-[27em] text-lead text-balance text-muted sm:mt-5">{hero.lead}</p>
        <p className="mt-6 sm:mt-8">
          <ButtonLink href="/our-approach/" label={hero.link} />
        </p>
      </div>
      <figure className="flex flex-col border-control max-lg:border-t lg:border-s print:hidden">
        <Town crop="hero" className="h-64 w-full sm:h-96 lg:h-0 lg:min-h-80 lg:grow" />
        <figcaption className="flex items-center justify-between gap-4 border-t border-control px-gutter py-4 text-caption text-muted lg:ps-8">
          <ul>
            <li>{note}</li>
            <li className="flex">
              <Line className="stroke-red stroke-4" stroke="red" />
              <Edge {...subject} />
            </li>
            <li className="flex">
              <Line className="stroke-blue stroke-[2.5]" stroke="blue" strokeDasharray="8 5" />
              <Edge {...around} />
            </li>
          </ul>
          <BrandMark size={64} className="size-10 sm:size-16" />
        </figcaption>
      </figure>
    </div>
  );
}

/** Names a line by its kind and its colour, or by its kind alone where visitors have colours of their own. */
function Edge({ kind, hue, meaning }: { readonly kind: string; readonly hue: string; readonly meaning: string }) {
  return (
    <span>
      {`${kind} `}
      <span className="forced-colors:hidden">{`${hue} `}</span>
      {meaning}
    </span>
  );
}

function Line(line: ComponentProps<'path'>) {
  return (
    <svg viewBox="0 0 28 4" width="28" height="4" className="me-2.5 mt-[0.6em] flex-none" aria-hidden="true">
      <path {...line} d="M0 2h28" />
    </svg>
  );
}
