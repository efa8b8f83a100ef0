import type { Span } from '../content/schedule.ts';

interface Props extends Span {
  /** How many units the drawing is wide. */
  readonly scale: number;
  readonly start?: number;
}

/** A time drawn to scale: solid for its shortest, open up to its longest. */
export function Bar({ scale, start = 0, shortest, longest }: Props) {
  const part = (units: number, whole = scale) => `${Math.round((units / whole) * 10_000) / 100}%`;
  return (
    <div className="flex items-center" aria-hidden="true">
      {start > 0 && <svg width={part(start)} height="1" className="flex-none" />}
      <svg width={part(longest)} height="20" className="flex-none overflow-visible">
        <rect
          width="100%"
          height="100%"
          fill="none"
          stroke="currentColor"
          className="fill-sheet stroke-ink stroke-[1.5]"
        />
        <rect width={part(shortest, longest)} height="100%" className="fill-ink" />
      </svg>
    </div>
  );
}
