import { method } from '../content/approach.ts';
import { Street } from '../drawings/street.tsx';
import { Bar, Ticks } from '../ui/bar.tsx';
import { Section } from '../ui/section.tsx';

/** The phases as one street in four states, and drawn to scale in weeks. */
export function Phases() {
  return (
    <Section heading={method.heading} lead={method.lead}>
      <ol className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4 print:grid-cols-4">
        {method.phases.map(({ name, duration, text }, index) => (
          <li key={name} className="row-span-4 grid grid-rows-subgrid gap-y-0">
            {/* Firefox gives a row of a subgrid the height of an unscaled drawing. */}
            <div>
              <Street state={index + 1} className="h-auto w-full" />
            </div>
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
      <p aria-hidden="true" className="mt-4 max-w-none text-caption text-muted">
        {method.street}
      </p>
      <h3 className="mt-12 text-h3">{method.inAll}</h3>
      <div className="mt-4 grid break-inside-avoid grid-cols-[fit-content(45%)_1fr] gap-x-4 border-t border-control pt-4 text-caption">
        <ol className="col-span-2 grid grid-cols-subgrid">
          {method.bars.map((bar, index) => (
            <li key={bar.start} className="col-span-2 grid max-w-none grid-cols-subgrid">
              <p className="py-1.5 font-bold">
                {`${method.phase} ${index + 1}: ${method.weeks(bar.start + 1, bar.start + bar.longest)}`}
              </p>
              <Bar scale={method.longest} parts={4} {...bar} />
            </li>
          ))}
        </ol>
        <div className="col-start-2">
          <Ticks scale={method.longest} parts={4} unit={method.unit} />
        </div>
      </div>
      <p aria-hidden="true" className="mt-4 max-w-none text-caption text-muted">
        {method.key}
      </p>
    </Section>
  );
}
