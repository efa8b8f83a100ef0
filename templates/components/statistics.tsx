import { statistics } from '../content/home.ts';
import { ClaimList } from './claim-list.tsx';
import { Evidence } from './evidence.tsx';

export function Statistics() {
  return (
    <section className="border-t border-ink bg-tint">
      <h2 className="gutter pt-(--section) pb-8 text-h2">{statistics.heading}</h2>
      <ClaimList claims={statistics.claims} idPrefix="statistic" className="rails-3 claims-ruled" />
      <Evidence text={statistics.evidence} />
    </section>
  );
}
