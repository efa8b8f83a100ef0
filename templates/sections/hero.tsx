import { hero } from '../content/home.ts';
import { Town } from '../drawings/town.tsx';
import { BrandMark } from '../ui/brand-mark.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { PlanKey } from '../ui/plan-key.tsx';

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
      <figure aria-hidden="true" className="flex flex-col border-control max-lg:border-t lg:border-s print:hidden">
        <Town crop="hero" className="h-64 w-full sm:h-96 lg:h-0 lg:min-h-80 lg:grow" />
        <figcaption className="flex items-center justify-between gap-4 border-t border-control px-gutter py-4 lg:ps-10 lg:pe-margin">
          <PlanKey note={hero.plan} />
          <BrandMark size={64} className="size-10 sm:size-16" />
        </figcaption>
      </figure>
    </div>
  );
}
