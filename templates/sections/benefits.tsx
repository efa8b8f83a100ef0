import { benefits } from '../content/home.ts';
import { Benefit } from '../drawings/benefit.tsx';
import { Section } from '../ui/section.tsx';

export function Benefits() {
  return (
    <Section heading={benefits.heading} lead={benefits.lead}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4 lg:gap-6 print:grid-cols-4">
        {benefits.tiles.map(({ piece, name, text }) => (
          <li key={name} className="border border-plan p-card">
            <Benefit piece={piece} className="[--color-red:var(--color-blue)]" />
            <h3 className="mt-5 text-h3">{name}</h3>
            <p className="mt-2 text-small text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
