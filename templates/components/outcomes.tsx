import { outcomes } from '../content/approach.ts';
import Tooltip from '../islands/tooltip.tsx';
import { SectionHead } from './section-head.tsx';

/** Four metrics as a schedule: one line each. */
export function Outcomes() {
  return (
    <section className="border-t border-ink bg-tint">
      <SectionHead heading={outcomes.heading} lead={outcomes.lead} />
      <dl>
        {outcomes.claims.map((claim, index) => (
          <div key={claim.term} className="schedule-row border-t border-control py-5">
            <dt>
              <Tooltip id={`outcome-${index + 1}`} term={claim.term} meaning={claim.meaning} />
            </dt>
            <dd className="schedule-figure text-figure font-bold">{claim.figure}</dd>
            <dd className="schedule-basis text-caption text-muted">{claim.basis}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
