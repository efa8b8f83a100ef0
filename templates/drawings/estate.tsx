// Drawn by draw.mjs. Change the drawing in draw/ and run it.

interface Props {
  /** With half of the records, and with all of them. */
  readonly state: 'before' | 'after';
  readonly className?: string;
}

/** The records of a housing estate. */
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
      {state === 'before' ? BEFORE : AFTER}
    </svg>
  );
}

const BEFORE = (
  <>
    <path
      className="stroke-plan"
      d="m350 2h128v222h-128zm-294 0h54v66h-54zm27 0v66m54-66h54v66h-54zm27 0v66m108-66h54v66h-54zm27 0v66m-297 0h54v66h-54zm27 0v66m108-66h27v66h-27zm54 0h81v66h-81zm27 0v66m27-66v66m-216 24h54v66h-54zm27 0v66m81-66h81v66h-81zm27 0v66m27-66v66m81-66h27v66h-27zm148-98h42v106h-42zm-54 106h96v42h-96z"
    />
    <path className="fill-plot-1" d="m2 2h54v66h-54zm27 0v66m216-66h27v66h-27zm-27 156h27v66h-27z" />
    <path
      className="fill-plot-2"
      d="m110 2h27v66h-27zm-54 66h54v66h-54zm27 0v66m189-66h54v66h-54zm27 0v66m-297 24h27v66h-27zm243 0h27v66h-27zm54 0h27v66h-27z"
    />
    <path
      className="fill-plot-3"
      d="m191 2h54v66h-54zm27 0v66m-108 0h27v66h-27zm54 0h27v66h-27zm-81 90h54v66h-54zm27 0v66"
    />
    <path
      className="fill-sheet stroke-ink"
      d="m2 10h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm54 0h27v15h-13v9h-14zm108 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm-216 116h27v-15h-13v-9h-14zm54 0h-27v-15h13v-9h14zm0 0h27v-15h-13v-9h-14zm54 0h27v-15h-13v-9h-14zm108 0h27v-15h-13v-9h-14zm54 0h-27v-15h13v-9h14zm-324 40h27v15h-13v9h-14zm108 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm108 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm54 0h-27v15h13v9h14zm40-148h96v42h-96z"
    />
  </>
);

const AFTER = (
  <>
    <path
      className="fill-plot-1"
      d="m2 2h81v66h-81zm27 0v66m27-66v66m189-66h81v66h-81zm27 0v66m27-66v66m-297 0h27v66h-27zm189 0h81v66h-81zm27 0v66m27-66v66m-81 24h81v66h-81zm27 0v66m27-66v66m132-222h128v222h-128z"
    />
    <path
      className="fill-plot-2"
      d="m83 2h81v66h-81zm27 0v66m27-66v66m-108 0h81v66h-81zm27 0v66m27-66v66m189-66h54v66h-54zm27 0v66m-297 24h81v66h-81zm27 0v66m27-66v66m189-66h81v66h-81zm27 0v66m27-66v66"
    />
    <path
      className="fill-plot-3"
      d="m164 2h81v66h-81zm27 0v66m27-66v66m-108 0h81v66h-81zm27 0v66m27-66v66m-81 24h81v66h-81zm27 0v66m27-66v66"
    />
    <path
      className="fill-sheet stroke-ink"
      d="m2 10h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm-324 116h27v-15h-13v-9h-14zm54 0h-27v-15h13v-9h14zm0 0h27v-15h-13v-9h-14zm54 0h-27v-15h13v-9h14zm0 0h27v-15h-13v-9h-14zm54 0h-27v-15h13v-9h14zm0 0h27v-15h-13v-9h-14zm54 0h-27v-15h13v-9h14zm0 0h27v-15h-13v-9h-14zm54 0h-27v-15h13v-9h14zm0 0h27v-15h-13v-9h-14zm54 0h-27v-15h13v-9h14zm-324 40h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm0 0h27v15h-13v9h-14zm54 0h-27v15h13v9h14zm40-148h96v42h-96zm54 42h42v106h-42zm-54 106h96v42h-96z"
    />
  </>
);
