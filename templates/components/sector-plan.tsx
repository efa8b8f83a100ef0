import { sectors, sectorSection, type Sector } from '../content/sectors.ts';
import { Evidence } from './evidence.tsx';
import { Fact } from './fact.tsx';
import { SectionHead } from './section-head.tsx';

/** The first plot of the second row. */
const STREET_BEFORE = 4;

/** Six sectors as six plots of a plan, in two rows with a street between them. They have the numbers of the hero's plan. */
export function SectorPlan() {
  return (
    <section className="border-t border-ink bg-tint">
      <SectionHead heading={sectorSection.heading} lead={sectorSection.lead} />
      <ol className="plots">
        {sectors.map((sector, index) => (
          <Plot key={sector.name} sector={sector} number={index + 1} />
        ))}
      </ol>
      <Evidence text={sectorSection.evidence} />
    </section>
  );
}

function Plot({ sector, number }: { readonly sector: Sector; readonly number: number }) {
  return (
    <li className="plot" id={`plot-${number}`}>
      {number === STREET_BEFORE && <div className="plot-street" />}
      <div className="plot-boundary" />
      <h3 className="text-h3">{sector.name}</h3>
      <dl className="plot-claims">
        {sector.claims.map(({ figure, term, question }) => (
          <div key={term} className="plot-claim">
            <dt>
              {term} {question && <Fact text={question} />}
            </dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="plot-text text-muted">{sector.text}</p>
      <span aria-hidden="true" className="plot-number">
        {number}
      </span>
    </li>
  );
}
