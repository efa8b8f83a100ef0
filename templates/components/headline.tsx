import { headline } from '../content/home.ts';
import { ClaimList } from './claim-list.tsx';
import { Evidence } from './evidence.tsx';

/** The four figures that the company stands for, under the hero. */
export function Headline() {
  return (
    <section aria-label={headline.label}>
      <div className="band">
        <ClaimList claims={headline.claims} idPrefix="headline" className="rails-4 claims-large" />
      </div>
      <Evidence text={headline.evidence} />
    </section>
  );
}
