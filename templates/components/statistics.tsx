import { statistics } from '../content/home.ts';
import { Figures } from './figures.tsx';
import { SectionHead } from './section-head.tsx';

export function Statistics() {
  return (
    <section className="border-t border-ink bg-tint">
      <SectionHead heading={statistics.heading} />
      <Figures claims={statistics.claims} idPrefix="statistic" />
    </section>
  );
}
