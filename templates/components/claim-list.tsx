import type { Claim } from '../content/claims.ts';
import Tooltip from '../islands/tooltip.tsx';
import { Fact } from './fact.tsx';

interface Props {
  readonly claims: readonly Claim[];
  /** Keeps the ids of the tips apart. */
  readonly idPrefix: string;
  readonly className: string;
}

/** Figures, each with what it counts. A tip opens below its term, so nothing may follow the term in a group. */
export function ClaimList({ claims, idPrefix, className }: Props) {
  return (
    <dl className={className}>
      {claims.map(({ figure, term, meaning }, index) => (
        <div key={term} className="claim">
          <dt>
            {meaning === undefined ? (
              term
            ) : (
              <Tooltip id={`${idPrefix}-${index + 1}`} term={term}>
                <Fact text={meaning} />
              </Tooltip>
            )}
          </dt>
          <dd className="claim-figure">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
