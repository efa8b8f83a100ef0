// Drawn by draw.mjs. Change the drawing in draw/ and run it.

interface Props {
  /** With records that do not match the estate, and with records that do. */
  readonly state: keyof typeof RECORDS;
  readonly className?: string;
}

/** A housing estate, and the outlines of its records, dashed. */
export function Estate({ state, className = '' }: Props) {
  return (
    <svg
      viewBox="0 0 480 226"
      width="480"
      height="226"
      shapeRendering="crispEdges"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={`stroke-control *:[vector-effect:non-scaling-stroke] ${className}`}
    >
      <path className="fill-plot-1 stroke-none" d={RECORDS[state]} />
      <path d="m2 2h324v66h-324zm54 0v66m54-66v66m54-66v66m54-66v66m54-66v66m-270 0h324v66h-324zm54 0v66m54-66v66m54-66v66m54-66v66m54-66v66m-270 24h324v66h-324zm54 0v66m54-66v66m54-66v66m54-66v66m54-66v66m78-222h128v222h-128z" />
      <path
        className="fill-sheet stroke-ink"
        d="m56 18h-37v27h18v12h19zm0 0h37v27h-18v12h-19zm108 0h-37v27h18v12h19zm0 0h37v27h-18v12h-19zm108 0h-37v27h18v12h19zm0 0h37v27h-18v12h-19zm-216 100h-37v-27h18v-12h19zm0 0h37v-27h-18v-12h-19zm108 0h-37v-27h18v-12h19zm0 0h37v-27h-18v-12h-19zm108 0h-37v-27h18v-12h19zm0 0h37v-27h-18v-12h-19zm-216 56h-37v27h18v12h19zm0 0h37v27h-18v12h-19zm108 0h-37v27h18v12h19zm0 0h37v27h-18v12h-19zm108 0h-37v27h18v12h19zm0 0h37v27h-18v12h-19zm94-156h96v42h-96zm54 42h42v106h-42zm-54 106h96v42h-96z"
      />
      <path className="stroke-blue stroke-2" stroke="blue" strokeDasharray="7 4" d={RECORDS[state]} />
    </svg>
  );
}

const RECORDS = {
  before:
    'm7 9h40v54h-40zm40-3h72v62h-72zm71 5h57v71h-57zm58-4h36v69h-36zm36 5h60v48h-60zm48-4h62v58h-62zm-254 52h67v70h-67zm43 19h49v57h-49zm71-16h60v58h-60zm31 17h57v60h-57zm73-21h40v74h-40zm38 16h58v54h-58zm-254 73h45v70h-45zm39 17h69v52h-69zm73-14h41v70h-41zm52 13h48v53h-48zm38-15h64v69h-64zm52 17h60v54h-60zm74-152h140v192h-140z',
  after:
    'm2 2h324v66h-324zm54 0v66m54-66v66m54-66v66m54-66v66m54-66v66m-270 0h324v66h-324zm54 0v66m54-66v66m54-66v66m54-66v66m54-66v66m-270 24h324v66h-324zm54 0v66m54-66v66m54-66v66m54-66v66m54-66v66m78-222h128v222h-128z',
} as const;
