// Drawn by draw.mjs. Change the drawing in draw/ and run it.

interface Props {
  /** With records that do not match the estate, and with records that do. */
  readonly state: keyof typeof RECORDS;
  readonly className?: string;
}

/** A housing estate, and the outlines of its records, dashed. */
export function Estate({ state, className = '' }: Props) {
  const { tints, outlines } = RECORDS[state];
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
      <path className="fill-plot-1 stroke-none" d={tints[0]} />
      <path className="fill-plot-2 stroke-none" d={tints[1]} />
      <path className="fill-plot-3 stroke-none" d={tints[2]} />
      <path d="m2 2h324v66h-324zm27 0v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m-297 0h324v66h-324zm27 0v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m-297 24h324v66h-324zm27 0v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m27-66v66m51-222h128v222h-128z" />
      <path
        className="fill-sheet stroke-ink"
        d="m2 10h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm-324 116h27v-15h-13v-9h-14zm54 0h-27v-15h13v-9h14zm0 0h27v-15h-13v-9h-14zm54 0h-27v-15h13v-9h14zm0 0h27v-15h-13v-9h-14zm54 0h-27v-15h13v-9h14zm0 0h27v-15h-13v-9h-14zm54 0h-27v-15h13v-9h14zm0 0h27v-15h-13v-9h-14zm54 0h-27v-15h13v-9h14zm0 0h27v-15h-13v-9h-14zm54 0h-27v-15h13v-9h14zm-324 40h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm40-148h96v42h-96zm54 42h42v106h-42zm-54 106h96v42h-96z"
      />
      <path className="stroke-blue stroke-2" stroke="blue" strokeDasharray="7 4" d={outlines} />
    </svg>
  );
}

const RECORDS = {
  before: {
    tints: [
      'm8 10h61v52h-61zm252-2h57v69h-57zm-83 55h89v57h-89zm-105 103h101v50h-101zm264-152h140v192h-140z',
      'm69 7h107v62h-107zm-62 52h99v70h-99zm221 23h85v60h-85zm-52 68h65v70h-65z',
      'm173 12h85v72h-85zm-98 68h75v56h-75zm-65 67h69v70h-69zm245 17h73v52h-73z',
    ],
    outlines:
      'm8 10h61v52h-61zm61-3h107v62h-107zm104 5h85v72h-85zm87-4h57v69h-57zm-253 51h99v70h-99zm68 21h75v56h-75zm102-17h89v57h-89zm51 19h85v60h-85zm-218 65h69v70h-69zm62 19h101v50h-101zm104-16h65v70h-65zm79 14h73v52h-73zm81-150h140v192h-140z',
  },
  after: {
    tints: [
      'm2 2h81v66h-81zm243 0h81v66h-81zm-81 66h81v66h-81zm-81 90h81v66h-81zm267-156h128v222h-128z',
      'm83 2h81v66h-81zm-81 66h81v66h-81zm243 0h81v66h-81zm-81 90h81v66h-81z',
      'm164 2h81v66h-81zm-81 66h81v66h-81zm-81 90h81v66h-81zm243 0h81v66h-81z',
    ],
    outlines:
      'm2 2h324v66h-324zm81 0v66m81-66v66m81-66v66m-243 0h324v66h-324zm81 0v66m81-66v66m81-66v66m-243 24h324v66h-324zm81 0v66m81-66v66m81-66v66m105-222h128v222h-128z',
  },
} as const;
