import { plotId, sectors, sectorSection, type Sector } from '../content/sectors.ts';
import { Evidence } from './evidence.tsx';
import { Fact } from './fact.tsx';
import { SectionHead } from './section-head.tsx';

/** Six sectors as six plots of a plan, in two rows along a street. They have the numbers of the hero's plan. */
export function SectorPlan() {
  const plots = sectors.map((sector, index) => <Plot key={sector.name} sector={sector} number={index + 1} />);
  return (
    <section className="border-t border-ink bg-tint">
      <SectionHead heading={sectorSection.heading} lead={sectorSection.lead} />
      <ol className="plots">
        {plots.slice(0, 3)}
        <li aria-hidden="true" className="plot-street label text-muted">
          {sectorSection.street}
        </li>
        {plots.slice(3)}
      </ol>
      <Evidence text={sectorSection.evidence} />
    </section>
  );
}

/** The focus comes to a plot by the links in the key of the hero's plan. */
function Plot({ sector, number }: { readonly sector: Sector; readonly number: number }) {
  return (
    <li className="plot" id={plotId(number)} tabIndex={-1}>
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
