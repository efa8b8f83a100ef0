import { method, options } from '../content/approach.ts';
import { Bar } from '../ui/bar.tsx';
import { Card } from '../ui/card.tsx';
import { Note } from '../ui/note.tsx';
import { Section } from '../ui/section.tsx';

/** How many months the drawings are wide: those of the longest option. */
const SCALE = Math.max(...options.cards.map(({ months }) => months.longest));

/** Three equal cards whose durations are drawn to one scale. */
export function Options() {
  return (
    <Section id="options" heading={options.heading} lead={options.lead} isTinted>
      <ul className="grid gap-4 lg:grid-cols-3 lg:gap-6 print:grid-cols-3">
        {options.cards.map(({ name, duration, months, phases, question, note }) => (
          <Card key={name} className="row-span-4 grid grid-rows-subgrid gap-y-0 border-t-2 border-t-ink">
            <h3 className="text-h3">{name}</h3>
            <p className="mt-2 mb-6 text-muted">{question}</p>
            <div>
              <p className="mb-2 font-bold">{duration}</p>
              <Bar scale={SCALE} {...months} />
              {note && <p className="mt-3 text-small">{note}</p>}
            </div>
            {phases.length > 0 && (
              <ol start={phases[0]} className="mt-5 text-small">
                {phases.map((phase) => (
                  <li key={phase} className="flex gap-x-3 border-t border-plan py-1.5">
                    <span aria-hidden="true" className="font-bold text-blue">
                      {phase}
                    </span>
                    {method.phases[phase - 1]?.name}
                  </li>
                ))}
              </ol>
            )}
          </Card>
        ))}
      </ul>
      <Note>{options.key}</Note>
    </Section>
  );
}
