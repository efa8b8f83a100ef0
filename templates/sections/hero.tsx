import type { ComponentProps } from 'react';
import { hero } from '../content/home.ts';
import { MovingTown } from '../drawings/town.tsx';
import { BrandMark } from '../ui/brand-mark.tsx';
import { ButtonLink } from '../ui/button-link.tsx';

export function Hero() {
  return (
    <div className="split lg:min-h-[min(38rem,100svh-19rem)] print:min-h-0">
      <div className="flex flex-col justify-center py-8 sm:py-12 print:py-6">
        <h1 className="text-h1">{hero.heading}</h1>
        <p className="mt-4 max-w-[27em] text-lead text-muted sm:mt-5">{hero.lead}</p>
        <p className="mt-6 sm:mt-8 print:hidden">
          <ButtonLink href="/our-approach/" label={hero.link} />
        </p>
      </div>
      <figure
        aria-hidden="true"
        className="relative flex flex-col border-control max-lg:border-t lg:border-s print:hidden"
      >
        <MovingTown className="h-64 w-full sm:h-96 lg:h-0 lg:min-h-80 lg:grow" />
        <NorthPoint />
        <figcaption className="flex items-stretch justify-between border-t border-control lg:pe-margin">
          <ul className="py-4 ps-gutter text-caption text-muted lg:ps-10">
            <li>{hero.plan}</li>
            <li className="flex">
              <Line className="stroke-red stroke-4" stroke="red" />
              {hero.subject}
            </li>
            <li className="flex">
              <Line className="stroke-ink stroke-[2.5]" strokeDasharray="7 4" />
              {hero.data}
            </li>
          </ul>
          <p className="flex max-w-[35%] flex-none flex-col items-center justify-between gap-2 border-s border-control px-4 py-4 text-center text-caption text-muted sm:px-6 lg:pe-0">
            <BrandMark size={56} className="size-9 sm:size-10" />
            {hero.sheet}
          </p>
        </figcaption>
      </figure>
    </div>
  );
}

function Line(line: ComponentProps<'path'>) {
  return (
    <svg viewBox="0 0 28 4" width="28" height="4" className="me-2.5 mt-[0.6em] flex-none" aria-hidden="true">
      <path stroke="currentColor" {...line} d="M0 2h28" />
    </svg>
  );
}

/** Up is north, as on a site plan. */
function NorthPoint() {
  return (
    <svg
      viewBox="0 0 32 48"
      width="32"
      height="48"
      className="absolute top-4 right-gutter border border-control bg-sheet lg:right-margin"
      aria-hidden="true"
    >
      <path className="stroke-ink stroke-[1.5]" fill="none" stroke="currentColor" d="M12 44V34l8 10V34" />
      <path className="fill-ink" d="M16 5l7 23-7-5-7 5z" />
    </svg>
  );
}
