import { sectors, sectorSection, type Sector } from '../content/sectors.ts';
import { SectionHead } from './section-head.tsx';

/** Six sectors as six adjoining plots. */
export function SectorPlan() {
  return (
    <section className="border-t border-ink bg-tint">
      <SectionHead heading={sectorSection.heading} lead={sectorSection.lead} />
      <ul className="plots bg-sheet">
        {sectors.map((sector) => (
          <Plot key={sector.plot} sector={sector} />
        ))}
      </ul>
      <p className="gutter max-w-none py-4 text-caption text-muted">{sectorSection.basis}</p>
    </section>
  );
}

function Plot({ sector }: { readonly sector: Sector }) {
  return (
    <li className={`plot plot-${sector.plot}`}>
      <h3 className="text-h3">{sector.name}</h3>
      <p className="mt-2 mb-6 max-w-[24em] text-small text-muted">{sector.text}</p>
      <dl className="mt-auto grid gap-4">
        {sector.claims.map((claim) => (
          <div key={claim.term} className="flex flex-col-reverse">
            <dt>{claim.term}</dt>
            <dd className="plot-figure">{claim.figure}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
