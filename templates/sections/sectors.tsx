import { sectors } from '../content/home.ts';
import { Basis } from '../ui/figure-list.tsx';
import { Section } from '../ui/section.tsx';

/** Six cards, which adjoin like plots. The rows of a card are those of its neighbours, so that their figures are level. */
export function Sectors() {
  return (
    <Section id="sectors" heading={sectors.heading} lead={sectors.lead} isTinted>
      <ul className="grid border-s border-t border-control sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3">
        {sectors.cards.map(({ name, text, figures }) => (
          <li
            key={name}
            className="row-span-3 grid max-w-none grid-rows-subgrid gap-y-0 border-e border-b border-control bg-sheet p-card"
          >
            <h3 className="text-h3">{name}</h3>
            <dl className="figures gap-x-6 gap-y-3 py-3 [--least:7rem] sm:py-6">
              {figures.map(({ figure, term, ...rest }) => (
                <div key={term} className="flex flex-wrap content-start items-baseline gap-x-3 sm:flex-col">
                  <dt className="order-1 grow basis-24 text-small text-balance sm:basis-auto">
                    {term}
                    {'note' in rest && rest.note && (
                      <span className="mt-1 block text-caption text-muted">{rest.note}</span>
                    )}
                  </dt>
                  <dd className="text-figure font-bold tracking-tight wrap-normal">{figure}</dd>
                </div>
              ))}
            </dl>
            <p className="text-small text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <Basis {...sectors} />
    </Section>
  );
}
