import { method } from '../content/approach.ts';
import { schedule, sum } from '../content/schedule.ts';
import { Bar } from './bar.tsx';
import { SectionHead } from './section-head.tsx';

/** How many weeks the drawing is wide: those of all phases, and room for the label of the last. */
const SCALE = 30;

/** The phases one after another, drawn to scale in weeks. */
export function Phases() {
  const total = { shortest: sum(method.phases, 'shortest'), longest: sum(method.phases, 'longest') };
  return (
    <section className="border-t border-ink">
      <SectionHead heading={method.heading} lead={method.lead} />
      <div className="phases">
        <ol className="phase-list">
          {method.phases.map((phase, index) => (
            <li key={phase.name} className="phase gutter">
              <span aria-hidden="true" className="phase-number">
                {index + 1}
              </span>
              <div className="phase-words">
                <h3 className="text-h3">{phase.name}</h3>
                <p className="font-bold">{phase.duration}</p>
                <p className="text-muted">{phase.text}</p>
              </div>
            </li>
          ))}
          <li className="phase-total gutter text-h3 font-bold">{method.total(total.shortest, total.longest)}</li>
        </ol>
        <div className="phase-drawing" aria-hidden="true">
          {schedule(method.phases).bars.map((bar) => (
            <Bar key={bar.start} scale={SCALE} {...bar} label={method.weeks(bar.start + 1, bar.start + bar.longest)} />
          ))}
          <Bar scale={SCALE} {...total} label={method.totalWeeks(total.shortest, total.longest)} />
        </div>
      </div>
      <p className="gutter max-w-none border-t border-control py-4 text-caption text-muted">{method.key}</p>
    </section>
  );
}
