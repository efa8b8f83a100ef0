interface Props {
  /** How many units the drawing is wide. */
  readonly scale: number;
  readonly start?: number;
  readonly shortest: number;
  readonly longest: number;
  readonly label: string;
}

/** A time drawn to scale: solid for its shortest, open up to its longest, with its label at the end. */
export function Bar({ scale, start = 0, shortest, longest, label }: Props) {
  const part = (units: number, whole = scale) => `${Math.round((units / whole) * 10_000) / 100}%`;
  return (
    <div className="bar">
      {start > 0 && <svg width={part(start)} height="1" aria-hidden="true" focusable="false" />}
      <svg width={part(longest)} className="bar-drawing" aria-hidden="true" focusable="false">
        <rect width="100%" height="100%" className="bar-open" />
        <rect width={part(shortest, longest)} height="100%" className="bar-solid" />
      </svg>
      <span className="bar-label">{label}</span>
    </div>
  );
}
