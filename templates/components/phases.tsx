import { method, type Phase } from '../content/approach.ts';
import { SectionHead } from './section-head.tsx';

/** The phases, drawn to scale in weeks. */
export function Phases() {
  return (
    <section className="gutter section-y border-t border-ink">
      <SectionHead heading={method.heading} lead={method.lead} />
      <ol className="phases mt-12">
        {method.phases.map((phase, index) => (
          <li key={phase.name} className={`phase-${phase.weeks.longest} max-w-none pb-10 lg:pb-0`}>
            <PhaseBar weeks={phase.weeks} />
            <div className="mt-4 lg:pr-6">
              <p className="label text-muted">{`${index + 1} · ${phase.duration}`}</p>
              <h3 className="mt-1 text-h3">{phase.name}</h3>
              <p className="mt-2 text-small text-muted">{phase.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-caption text-muted lg:mt-8">{method.key}</p>
    </section>
  );
}

/** Solid for the shortest time, open up to the longest. */
function PhaseBar({ weeks }: Pick<Phase, 'weeks'>) {
  const { shortest, longest } = weeks;
  return (
    <svg
      viewBox={`0 0 ${longest} 1`}
      preserveAspectRatio="none"
      className={`phase-bar phase-bar-${longest}`}
      aria-hidden="true"
      focusable="false"
    >
      {Array.from({ length: longest }, (_, week) => (
        <rect key={week} className={week < shortest ? 'phase-shortest' : undefined} x={week} width="1" height="1" />
      ))}
    </svg>
  );
}
