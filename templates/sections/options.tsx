import { options } from '../content/approach.ts';
import { Bar } from '../ui/bar.tsx';
import { Section } from '../ui/section.tsx';

/** How many months the drawings are wide: those of the longest option. */
const SCALE = 18;

/** Three equal cards whose durations are drawn to one scale. */
export function Options() {
  return (
    <Section id="options" heading={options.heading} lead={options.lead} isTinted>
      <ul className="grid gap-4 lg:grid-cols-3 lg:gap-6 print:grid-cols-3">
        {options.cards.map(({ name, duration, months, question, note }) => (
          <li
            key={name}
            className="flex max-w-none flex-col border border-t-2 border-transparent border-t-ink bg-sheet p-card print:border-plan"
          >
            <h3 className="text-h3">{name}</h3>
            <p className="mt-2 mb-6 text-muted">{question}</p>
            <p className="mt-auto font-bold">{duration}</p>
            {note && <p className="text-small">{note}</p>}
            <div className="mt-2">
              <Bar scale={SCALE} {...months} />
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-caption text-muted">{options.key}</p>
    </Section>
  );
}
