import { sectors } from '../content/home.ts';
import { Evidence } from '../ui/evidence.tsx';
import { FigureList } from '../ui/figure-list.tsx';
import { Section } from '../ui/section.tsx';
import { Share } from '../ui/share.tsx';

/** Six equal cards. The rows of a card are those of its neighbours, so that names, texts and figures are level. */
export function Sectors() {
  return (
    <Section id="sectors" heading={sectors.heading} lead={sectors.lead} isTinted>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6 print:grid-cols-3">
        {sectors.cards.map(({ name, text, figures, percent }, index) => (
          <li
            key={name}
            className="row-span-4 grid max-w-none grid-rows-subgrid gap-y-0 border border-t-2 border-transparent border-t-ink bg-sheet p-card print:border-plan"
          >
            <h3 className="text-h3">{name}</h3>
            <p className="mt-2 mb-5 text-small text-muted">{text}</p>
            <FigureList
              figures={figures}
              id={`sector-${index + 1}`}
              className="grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))]"
            />
            <Share percent={percent} />
          </li>
        ))}
      </ul>
      <Evidence text={sectors.evidence} />
    </Section>
  );
}
