import { sectors } from '../content/home.ts';
import { Sector } from '../drawings/sector.tsx';
import { Assignment, Evidence, FigureList } from '../ui/figure-list.tsx';
import { PlanKey } from '../ui/plan-key.tsx';
import { Section } from '../ui/section.tsx';

/** Six equal cards. The rows of a card are those of its neighbours, so that names, texts and figures are level. */
export function Sectors() {
  return (
    <Section id="sectors" heading={sectors.heading} lead={sectors.lead} isTinted>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6 print:grid-cols-3">
        {sectors.cards.map(({ name, strip, text, figures }, index) => (
          <li
            key={name}
            className="row-span-4 grid max-w-none grid-rows-subgrid gap-y-0 border border-transparent bg-sheet p-card print:border-plan"
          >
            <Sector strip={strip} className="-m-(--spacing-card) mb-5 w-[calc(100%+2*var(--spacing-card))]" />
            <h3 className="text-h3">{name}</h3>
            <p className="mt-2 mb-5 text-small text-muted">{text}</p>
            <FigureList figures={figures} id={`sector-${index + 1}`} columns={2} />
          </li>
        ))}
      </ul>
      <Assignment text={sectors.assignment} />
      <Evidence text={sectors.evidence} />
      <PlanKey note={sectors.strips} className="mt-6 gap-x-8 sm:flex sm:flex-wrap" />
    </Section>
  );
}
