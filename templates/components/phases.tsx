import { method, type Phase } from '../content/approach.ts';
import { Bar } from './bar.tsx';
import { SectionHead } from './section-head.tsx';

/** How many weeks the drawing is wide: those of all phases, and room for the label of the last. */
const SCALE = 28;

/** The phases one after another, drawn to scale in weeks. */
export function Phases() {
  const total = { shortest: sum('shortest'), longest: sum('longest') };
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
              <div>
                <h3 className="text-h3">{phase.name}</h3>
                <p className="mt-1 font-bold">{phase.duration}</p>
                <p className="mt-2 text-small text-muted">{phase.text}</p>
              </div>
            </li>
          ))}
          <li className="phase-total gutter text-h3 font-bold">{method.total(total.shortest, total.longest)}</li>
        </ol>
        <div className="phase-drawing" aria-hidden="true">
          {method.phases.map((phase, index) => {
            const start = startOf(index);
            const label = method.weeks(start + 1, start + phase.weeks.longest);
            return <Bar key={phase.name} scale={SCALE} start={start} {...phase.weeks} label={label} />;
          })}
          <Bar scale={SCALE} {...total} label={method.totalWeeks(total.shortest, total.longest)} />
        </div>
      </div>
      <p className="gutter max-w-none border-t border-control py-4 text-caption text-muted">{method.key}</p>
    </section>
  );
}

function startOf(index: number): number {
  return method.phases.slice(0, index).reduce((start, phase) => start + phase.weeks.longest, 0);
}

function sum(length: keyof Phase['weeks']): number {
  return method.phases.reduce((weeks, phase) => weeks + phase.weeks[length], 0);
}
