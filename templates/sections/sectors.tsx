import { sectors } from '../content/home.ts';
import { Sector } from '../drawings/sector.tsx';
import { Assignment, Evidence } from '../ui/figure-list.tsx';
import { PlanKey } from '../ui/plan-key.tsx';
import { Section } from '../ui/section.tsx';

/** Six equal cards. The rows of a card are those of its neighbours, so that names, texts and figures are level. */
export function Sectors() {
  return (
    <Section id="sectors" heading={sectors.heading} lead={sectors.lead} isTinted>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6 print:grid-cols-3">
        {sectors.cards.map(({ name, strip, text, figures }) => (
          <li
            key={name}
            className="row-span-4 grid max-w-none grid-rows-subgrid gap-y-0 border border-transparent bg-sheet p-card print:border-plan"
          >
            <Sector strip={strip} className="-m-(--spacing-card) mb-5 w-[calc(100%+2*var(--spacing-card))]" />
            <h3 className="text-h3">{name}</h3>
            <p className="mt-2 mb-5 text-small text-muted">{text}</p>
            <dl className="figures gap-8 [--least:7rem]">
              {figures.map(({ figure, term, ...rest }) => (
                <div key={term} className="flex flex-col border-t border-control pt-4">
                  <dt className="order-1 mt-1 flex flex-col text-small text-balance">
                    {term}
                    {'note' in rest && rest.note && <span className="mt-1 text-caption text-muted">{rest.note}</span>}
                  </dt>
                  <dd className="text-figure font-bold tracking-tight wrap-normal">{figure}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <Assignment text={sectors.assignment} />
      <Evidence text={sectors.evidence} />
      <PlanKey note={sectors.strips} className="mt-6 gap-x-8 sm:flex sm:flex-wrap" />
    </Section>
  );
}
