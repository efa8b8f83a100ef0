import { benefits } from '../content/home.ts';
import { Benefit } from '../drawings/benefit.tsx';
import { Section } from '../ui/section.tsx';

export function Benefits() {
  return (
    <Section heading={benefits.heading} lead={benefits.lead}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4 lg:gap-x-8 print:grid-cols-4">
        {benefits.tiles.map(({ piece, name, text }) => (
          <li
            key={name}
            className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border border-plan p-card sm:row-span-3 sm:grid-cols-1 sm:grid-rows-subgrid"
          >
            <Benefit piece={piece} className="size-16 max-sm:row-span-2 max-sm:size-[min(3rem,14vw)] sm:mb-3" />
            <h3 className="text-h3 lg:text-body">{name}</h3>
            <p className="text-small text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
