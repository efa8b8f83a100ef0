import { statistics } from '../content/home.ts';
import { Figures } from './figures.tsx';

export function Statistics() {
  return (
    <section className="border-t border-ink bg-tint">
      <h2 className="gutter pt-16 pb-8 text-h2">{statistics.heading}</h2>
      <Figures claims={statistics.claims} idPrefix="statistic" />
    </section>
  );
}
