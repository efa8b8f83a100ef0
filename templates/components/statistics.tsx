import { statistics } from '../content/home.ts';
import { ClaimList } from './claim-list.tsx';
import { Evidence } from './evidence.tsx';
import { SectionHead } from './section-head.tsx';

export function Statistics() {
  return (
    <section className="border-t border-ink bg-tint">
      <SectionHead heading={statistics.heading} />
      <ClaimList claims={statistics.claims} idPrefix="statistic" className="rails-3 claims-ruled" />
      <Evidence text={statistics.evidence} />
    </section>
  );
}
