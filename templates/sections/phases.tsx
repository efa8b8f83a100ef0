import { method, type Phase, type Span } from '../content/approach.ts';
import { Street } from '../drawings/street.tsx';
import { Bar } from '../ui/bar.tsx';
import { Section } from '../ui/section.tsx';

/** How many weeks the drawing is wide: those of all phases, and room for the label of the last. */
const SCALE = 30;

/** The phases as one street in four states, and drawn to scale in weeks. */
export function Phases() {
  const { bars, total } = schedule(method.phases);
  return (
    <Section heading={method.heading} lead={method.lead}>
      <ol className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-4 print:grid-cols-4">
        {method.phases.map(({ name, duration, text }, index) => (
          <li key={name}>
            <Street state={STATES[index] ?? 4} className="h-auto w-full" />
            <div className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-3 border-t border-control pt-3">
              <span className="text-h3 font-bold text-blue" aria-hidden="true">
                {index + 1}
              </span>
              <h3 className="col-span-2 mt-1 text-h3">{name}</h3>
              <p className="col-start-2 row-start-1 font-bold">{duration}</p>
            </div>
            <p className="mt-2 text-small text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <div className="mt-12 grid gap-2 border-t border-control forced-color-adjust-none bg-[linear-gradient(90deg,var(--color-plan)_1px,transparent_1px)] bg-[length:calc(100%/30)_100%] pt-4 pb-5">
        {bars.map((bar) => (
          <Bar key={bar.start} scale={SCALE} {...bar} label={method.weeks(bar.start + 1, bar.start + bar.longest)} />
        ))}
      </div>
      <p className="mt-5 text-h3 font-bold">{method.total(total.shortest, total.longest)}</p>
      <p className="mt-2 max-w-none text-caption text-muted">{method.key}</p>
    </Section>
  );
}

const STATES = [1, 2, 3, 4] as const;

interface Schedule {
  readonly bars: readonly (Span & { readonly start: number })[];
  readonly total: Span;
}

/** Phases one after another, in weeks: each starts at the latest end of the one before. */
export function schedule(phases: readonly Phase[]): Schedule {
  const sum = (before: number, time: keyof Span) =>
    phases.slice(0, before).reduce((weeks, phase) => weeks + phase.weeks[time], 0);
  const bars = phases.map(({ weeks }, index) => ({ ...weeks, start: sum(index, 'longest') }));
  return { bars, total: { shortest: sum(phases.length, 'shortest'), longest: sum(phases.length, 'longest') } };
}
