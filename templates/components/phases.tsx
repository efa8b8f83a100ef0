import { method, type Phase } from '../content/approach.ts';
import { SectionHead } from './section-head.tsx';

/** The weeks of all phases together, when each takes its longest. The drawing is as wide. */
const WEEKS = method.phases.reduce((sum, phase) => sum + phase.weeks.longest, 0);

/** The phases one after another, drawn to scale in weeks. */
export function Phases() {
  return (
    <section className="section-y border-t border-ink">
      <div className="gutter">
        <SectionHead heading={method.heading} lead={method.lead} />
      </div>
      <ol className="mt-12 border-y border-control">
        {method.phases.map((phase, index) => (
          <li key={phase.name} className="phase gutter">
            <div className="grid grid-cols-[2rem_1fr] py-6 lg:py-8">
              <span aria-hidden="true" className="text-h3 text-muted">
                {index + 1}
              </span>
              <div>
                <h3 className="text-h3">{phase.name}</h3>
                <p className="mt-1 font-bold">{phase.duration}</p>
                <p className="mt-2 text-small text-muted">{phase.text}</p>
              </div>
            </div>
            <PhaseBar start={startOf(index)} {...phase.weeks} />
          </li>
        ))}
      </ol>
      <p className="gutter mt-4 max-w-none text-caption text-muted">{method.key}</p>
    </section>
  );
}

function startOf(index: number): number {
  return method.phases.slice(0, index).reduce((start, phase) => start + phase.weeks.longest, 0);
}

/** One line of the drawing: every week a faint line, the phase solid for its shortest time and open up to its longest. */
function PhaseBar({ start, shortest, longest }: { readonly start: number } & Phase['weeks']) {
  const grid = Array.from({ length: WEEKS + 1 }, (_, week) => `M${week} 0v1`).join('');
  const open = Array.from({ length: longest - shortest }, (_, week) => `M${start + shortest + week} 0h1v1h-1z`).join(
    '',
  );
  const drawing = {
    viewBox: `0 0 ${WEEKS} 1`,
    preserveAspectRatio: 'none',
    'aria-hidden': true,
    focusable: false,
  } as const;
  return (
    <div className="phase-drawing">
      <svg {...drawing} className="phase-grid">
        <path className="plan plan-faint" d={grid} />
      </svg>
      <svg {...drawing} className="phase-bar">
        <path className="phase-shortest" d={`M${start} 0h${shortest}v1h-${shortest}z`} />
        <path className="phase-longest" d={open} />
      </svg>
    </div>
  );
}
