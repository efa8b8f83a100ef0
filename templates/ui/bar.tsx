import type { Span } from '../content/schedule.ts';

/** In how many parts a scale is ruled. */
const PARTS = { 3: 'grid-cols-3 bg-[length:33.33%_100%]', 4: 'grid-cols-4 bg-[length:25%_100%]' } as const;

interface ScaleProps {
  /** How many units the drawing is wide. */
  readonly scale: number;
  readonly parts: keyof typeof PARTS;
}

/** A time drawn to scale: solid for its shortest, open up to its longest. */
export function Bar({ scale, parts, start = 0, shortest, longest }: ScaleProps & Span & { readonly start?: number }) {
  const part = (units: number, whole = scale) => `${Math.round((units / whole) * 10_000) / 100}%`;
  return (
    <div
      aria-hidden="true"
      className={`flex min-h-9 forced-color-adjust-none items-center border-e border-plan bg-[linear-gradient(90deg,var(--color-plan)_1px,transparent_1px)] ${PARTS[parts]}`}
    >
      {start > 0 && <svg width={part(start)} height="1" className="flex-none" />}
      <svg width={part(longest)} height="20" className="flex-none overflow-visible">
        <rect
          width="100%"
          height="20"
          fill="none"
          stroke="currentColor"
          className="fill-sheet stroke-ink stroke-[1.5]"
        />
        <rect width={part(shortest, longest)} height="20" className="fill-ink" />
      </svg>
    </div>
  );
}

/** The units at the end of each part, below bars, and at the last one what they are. */
export function Ticks({ scale, parts, unit }: ScaleProps & { readonly unit: string }) {
  return (
    <p aria-hidden="true" className={`grid max-w-none pt-1 text-caption text-muted ${PARTS[parts]}`}>
      {Array.from({ length: parts }, (_, index) => (
        <span key={index} className="justify-self-end not-last:translate-x-1/2">
          {(scale * (index + 1)) / parts}
          {index + 1 === parts && <span className="max-sm:hidden">{` ${unit}`}</span>}
        </span>
      ))}
    </p>
  );
}
