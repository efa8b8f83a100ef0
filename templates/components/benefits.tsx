import type { Claim } from '../content/claims.ts';
import { benefits } from '../content/home.ts';
import Tooltip from '../islands/tooltip.tsx';
import { SectionHead } from './section-head.tsx';

/** Four numbered tiles in a ruled table of two by two. */
export function Benefits() {
  return (
    <section>
      <SectionHead heading={benefits.heading} lead={benefits.lead} />
      <ol className="ruled-quarters border-t border-control">
        {benefits.tiles.map((tile, index) => (
          <li key={tile.name} className="gutter grid max-w-none grid-cols-[2rem_1fr] py-8 lg:py-10">
            <span aria-hidden="true" className="text-h3 text-muted">
              {index + 1}
            </span>
            <div>
              <h3 className="text-h3">{tile.name}</h3>
              <p className="mt-2 text-muted">{tile.text}</p>
              <ClaimLine claim={tile.claim} id={`benefit-${index + 1}`} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function ClaimLine({ claim, id }: { readonly claim: Claim; readonly id: string }) {
  return (
    <>
      <p className="mt-6">
        <strong className="block text-figure">{claim.figure}</strong>
        <Tooltip id={id} term={claim.term} meaning={claim.meaning} />
      </p>
      <p className="mt-2 text-caption text-muted">{claim.basis}</p>
    </>
  );
}
