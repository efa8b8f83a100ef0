// Drawn by draw.mjs. Change the drawing in draw/ and run it.

interface Props {
  readonly className: string;
}

/** A street in which two plots meet: the decision, edged red, and its data, edged blue. It fills the box it is given. */
export function Meeting({ className }: Props) {
  return (
    <svg
      viewBox="0 0 800 72"
      width="400"
      height="36"
      preserveAspectRatio="xMidYMid slice"
      shapeRendering="crispEdges"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={`stroke-control *:[vector-effect:non-scaling-stroke] ${className}`}
    >
      <path className="stroke-plan" d="m0 61h800" />
      <path d="m-23 2h841v54h-841zm45 0v54m45-54v54m34-54v54m34-54v54m45-54v54m24-54v54m24-54v54m24-54v54m24-54v54m45-54v54m45-54v54m54-54v54m54-54v54m34-54v54m34-54v54m45-54v54m45-54v54m24-54v54m24-54v54m24-54v54m24-54v54m45-54v54" />
      <path className="fill-plot-1" d="m366 2h108v54h-108zm54 0v54" />
      <path
        className="fill-sheet stroke-ink"
        d="m17 45h-24v-18h12v-8h12zm10 0h24v-18h-12v-8h-12zm74 1h-24v-18h12v-8h12zm0 0h24v-18h-12v-8h-12zm39-1h24v-18h-12v-8h-12zm40 3h24v-15h-12v-9h-12zm48 0h-24v-15h12v-9h12zm0 0h24v-15h-12v-9h-12zm48 0h-24v-15h12v-9h12zm40-3h-24v-18h12v-8h12zm10 0h24v-18h-12v-8h-12zm89 0h-24v-18h12v-8h12zm10 0h24v-18h-12v-8h-12zm83 1h-24v-18h12v-8h12zm0 0h24v-18h-12v-8h-12zm74-1h-24v-18h12v-8h12zm10 0h24v-18h-12v-8h-12zm40 3h24v-15h-12v-9h-12zm48 0h-24v-15h12v-9h12zm0 0h24v-15h-12v-9h-12zm48 0h-24v-15h12v-9h12zm40-3h-24v-18h12v-8h12zm10 0h24v-18h-12v-8h-12z"
      />
      <path className="stroke-blue stroke-2" stroke="blue" strokeDasharray="7 4" d="m420 2h54v54h-54z" />
      <path className="stroke-red stroke-4" stroke="red" d="m366 2h54v54h-54z" />
    </svg>
  );
}
