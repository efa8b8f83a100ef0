import { hero } from '../content/home.ts';
import { BrandMark } from './brand-mark.tsx';
import { CommandLink } from './command-link.tsx';
import { SitePlan } from './site-plan.tsx';

export function Hero() {
  return (
    <div className="grid border-b border-ink lg:grid-cols-12">
      <div className="gutter section-y flex flex-col justify-center lg:col-span-7">
        <BrandMark className="mb-8 size-14" />
        <h1 className="text-h1">{hero.heading}</h1>
        <p className="mt-6 max-w-[25em] text-lead text-muted">{hero.lead}</p>
        <p className="mt-10">
          <CommandLink href="/our-approach/" label={hero.link} />
        </p>
      </div>
      <figure className="site-plan flex flex-col border-t border-ink lg:col-span-5 lg:border-t-0 lg:border-l">
        <SitePlan className="h-72 w-full sm:h-96 lg:h-0 lg:flex-1" />
        <figcaption className="gutter border-t border-ink py-3 text-caption text-muted">
          <PlanKey />
        </figcaption>
      </figure>
    </div>
  );
}

function PlanKey() {
  const { subject, around } = hero.plan;
  return (
    <ul className="flex flex-wrap gap-x-8 gap-y-1">
      <li className="flex items-center gap-3">
        <svg viewBox="0 0 28 4" className="h-1 w-7" aria-hidden="true" focusable="false">
          <path className="plan plan-subject" d="M0 2h28" />
        </svg>
        <span>{`${subject.name}: ${subject.meaning}`}</span>
      </li>
      <li className="flex items-center gap-3">
        <svg viewBox="0 0 28 4" className="h-1 w-7" aria-hidden="true" focusable="false">
          <path className="plan plan-around" d="M0 2h28" />
        </svg>
        <span>{`${around.name}: ${around.meaning}`}</span>
      </li>
    </ul>
  );
}
