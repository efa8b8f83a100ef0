const PIECES = {
  /** One plot put in, four of the same size returned. */
  returned: (
    <>
      <path className="fill-plot-2 stroke-control" d="m1 1h12v27h-12z" />
      <path className="fill-blue stroke-none" d="m0 34h13v30h-13zm17 0h13v30h-13zm17 0h13v30h-13zm17 0h13v30h-13z" />
    </>
  ),
  /** Two plots, and a house on both of them. */
  joined: (
    <>
      <path className="fill-plot-2 stroke-control" d="m1 1h32v16h30v46h-62z" />
      <path className="fill-sheet stroke-ink" d="m13 27h20v6h18v18h-38z" />
      <path className="stroke-blue" strokeDasharray="5 3" d="m33 18v44" />
    </>
  ),
  /** One plot whose edge is certain. */
  edged: (
    <>
      <path className="fill-plot-2 stroke-control" d="m1 1h62v62h-62zm20 0v62m0-20h42" />
      <path className="fill-sheet stroke-blue stroke-4" d="m21 2h41v41h-41z" />
      <path className="stroke-ink" d="m33 14h18v17h-10v-6h-8z" />
    </>
  ),
  /** Two plots on one scale. */
  compared: (
    <>
      <path className="fill-plot-2 stroke-none" d="m1 43h28v20h-28z" />
      <path className="fill-blue stroke-none" d="m35 19h28v44h-28z" />
      <path className="stroke-control" d="m1 1h28v62h-28zm34 0h28v62h-28z" />
    </>
  ),
} as const;

/** A piece of a plan for each benefit. */
export function Benefit({ piece, className }: { readonly piece: keyof typeof PIECES; readonly className: string }) {
  return (
    <svg
      viewBox="0 0 64 64"
      width="64"
      height="64"
      shapeRendering="crispEdges"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={`stroke-2 ${className}`}
    >
      {PIECES[piece]}
    </svg>
  );
}
