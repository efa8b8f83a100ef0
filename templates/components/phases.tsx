import { method, type Phase } from '../content/approach.ts';
import { SectionHead } from './section-head.tsx';

/** The weeks of all phases together, when each takes its longest. The drawing is as wide. */
const WEEKS = method.phases.reduce((sum, phase) => sum + phase.weeks.longest, 0);

/** The phases one after another, drawn to scale in weeks. */
export function Phases() {
  return (
    <section className="border-t border-ink">
      <SectionHead heading={method.heading} lead={method.lead} />
      <ol className="border-y border-control">
        {method.phases.map((phase, index) => (
          <li key={phase.name} className="phase">
            <div className="gutter grid grid-cols-[2rem_1fr] py-6 lg:py-8">
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
      <div className="phase pb-(--section) text-caption text-muted">
        <Weeks />
        <p className="phase-key gutter max-w-none pt-4">{method.key}</p>
      </div>
    </section>
  );
}

/** The scale at the foot of the drawing: every fourth week has its number. */
function Weeks() {
  const numbers = Array.from({ length: Math.floor(WEEKS / 4) }, (_, index) => (index + 1) * 4);
  return (
    <div className="gutter pt-2">
      <svg className="phase-weeks" aria-hidden="true" focusable="false">
        <text y="1em">{method.unit}</text>
        {numbers.map((week) => (
          <text key={week} x={`${(week / WEEKS) * 100}%`} y="1em" textAnchor="middle">
            {week}
          </text>
        ))}
      </svg>
    </div>
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
    <div className="gutter phase-drawing">
      <div className="phase-lines">
        <svg {...drawing} className="phase-grid">
          <path className="plan plan-faint" d={grid} />
        </svg>
        <svg {...drawing} className="phase-bar">
          <path className="phase-shortest" d={`M${start} 0h${shortest}v1h-${shortest}z`} />
          <path className="phase-longest" d={open} />
        </svg>
      </div>
    </div>
  );
}
