import { headline } from '../content/home.ts';
import { Evidence } from '../ui/evidence.tsx';
import { FigureList } from '../ui/figure-list.tsx';

/** The figures that the company stands for, under the hero. */
export function Headline() {
  return (
    <section id="headline" aria-label={headline.label} className="band page py-6 lg:py-8">
      <FigureList
        figures={headline.figures}
        id="headline"
        className="grid-cols-[repeat(auto-fit,minmax(min(max(8.5rem,34%),100%),1fr))] sm:grid-cols-[repeat(auto-fit,minmax(min(max(8.5rem,21%),100%),1fr))]"
      />
      <Evidence text={headline.evidence} />
    </section>
  );
}
