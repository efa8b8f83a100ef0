import type { Claim } from '../content/claims.ts';
import Tooltip from '../islands/tooltip.tsx';

/** Figures side by side, each with what it counts and what it rests on. `idPrefix` keeps the tips' ids apart. */
export function Figures({ claims, idPrefix }: { readonly claims: readonly Claim[]; readonly idPrefix: string }) {
  return (
    <dl className="ruled-columns border-t border-control">
      {claims.map((claim, index) => (
        <div key={claim.term} className="gutter py-8">
          <dt className="order-2 mt-2">
            <Tooltip id={`${idPrefix}-${index + 1}`} term={claim.term} meaning={claim.meaning} />
          </dt>
          <dd className="order-1 text-figure font-bold">{claim.figure}</dd>
          <dd className="order-3 mt-2 text-caption text-muted">{claim.basis}</dd>
        </div>
      ))}
    </dl>
  );
}
