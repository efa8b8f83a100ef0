import { method, options } from '../content/approach.ts';
import { SampleNote } from '../draft/sample-note.tsx';
import { Bar, Ticks } from '../ui/bar.tsx';
import { Section } from '../ui/section.tsx';

/** How many months the drawings are wide: those of the longest option. */
const SCALE = Math.max(...options.cards.map(({ months }) => months.longest));

/** Three options, one below the other, so that their durations stand on one scale. */
export function Options() {
  return (
    <Section id="options" heading={options.heading} lead={options.lead} isTinted>
      <ul>
        {options.cards.map(({ name, duration, months, phases, question, note }) => (
          <li key={name} className={`${ROW} gap-y-4 border-t border-control pt-4 pb-8`}>
            <div>
              <h3 className="text-h3">{name}</h3>
              <p className="mt-2 text-muted">{question}</p>
            </div>
            <div>
              <p className="font-bold">{duration}</p>
              <Bar scale={SCALE} parts={3} {...months} />
              {phases.length > 0 && (
                <p className="mt-1.5 text-small">
                  {phases.map((phase) => method.phases[phase - 1]?.name).join(', then ')}
                </p>
              )}
              {note && (
                <p className="mt-1.5 text-small">
                  {note} <SampleNote text={note} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <div className={`${ROW} border-t border-control lg:*:col-start-2 print:*:col-start-2`}>
        <Ticks scale={SCALE} parts={3} unit={options.unit} />
      </div>
      <p aria-hidden="true" className="mt-4 max-w-none text-caption text-muted">
        {options.key}
      </p>
    </Section>
  );
}

const ROW = 'grid max-w-none gap-x-8 lg:grid-cols-[1fr_2fr] print:grid-cols-[1fr_2fr]';
