import { Fragment } from 'react';
import { method, type Phase, type Span } from '../content/approach.ts';
import { Street } from '../drawings/street.tsx';
import { Bar } from '../ui/bar.tsx';
import { Section } from '../ui/section.tsx';

/** The phases as one street in four states, and drawn to scale in weeks. */
export function Phases() {
  const { bars, total } = schedule(method.phases);
  return (
    <Section heading={method.heading} lead={method.lead}>
      <ol className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-4 print:grid-cols-4">
        {method.phases.map(({ name, duration, text }, index) => (
          <li key={name} className="row-span-4 grid grid-rows-subgrid gap-y-0">
            <Street state={STATES[index] ?? 4} className="h-auto w-full" />
            <h3 className="row-start-3 mt-1 text-h3">{name}</h3>
            <p className="row-start-2 mt-4 flex gap-x-3 border-t border-control pt-3 font-bold">
              <span aria-hidden="true" className="text-blue">
                {index + 1}
              </span>
              {duration}
            </p>
            <p className="mt-2 text-small text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-6 max-w-none text-caption text-muted">{method.street}</p>
      <p className="mt-12 text-h3 font-bold">{method.total(total.shortest, total.longest)}</p>
      <div
        className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 border-t border-control pt-4 text-caption"
        aria-hidden="true"
      >
        {bars.map((bar, index) => (
          <Fragment key={bar.start}>
            <p className="py-1.5 font-bold">{method.weeks(index + 1, bar.start + 1, bar.start + bar.longest)}</p>
            <div className="grid forced-color-adjust-none border-e border-plan bg-[linear-gradient(90deg,var(--color-plan)_1px,transparent_1px)] bg-[length:25%_100%]">
              <Bar scale={total.longest} {...bar} />
            </div>
          </Fragment>
        ))}
        <p className="pt-1 text-muted">{method.week}</p>
        <p className="grid max-w-none grid-cols-4 pt-1 text-end text-muted">
          {TICKS.map((week) => (
            <span key={week}>{week}</span>
          ))}
        </p>
      </div>
      <p className="mt-4 max-w-none text-caption text-muted">{method.key}</p>
    </Section>
  );
}

const STATES = [1, 2, 3, 4] as const;

/** Every fifth week, up to the last. */
const TICKS = [5, 10, 15, 20] as const;

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
