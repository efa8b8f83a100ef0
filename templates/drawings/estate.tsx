import { ESTATE } from './paths.ts';

/** A housing estate and the outlines of its records, dashed: wrong on the left, and corrected towards the right. */
export function Estate({ className }: { readonly className: string }) {
  return (
    <svg
      viewBox={ESTATE.viewBox}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={`stroke-control *:[vector-effect:non-scaling-stroke] ${className}`}
    >
      <path className="fill-plot-1 stroke-none" d={ESTATE.wrong} />
      <path className="fill-plot-1 stroke-none" d={ESTATE.corrected} />
      <path d={ESTATE.plots} />
      <path className="fill-sheet stroke-ink" d={ESTATE.houses} />
      <path className="stroke-blue stroke-2" stroke="blue" strokeDasharray="7 4" d={ESTATE.wrong} />
      <path className="stroke-blue stroke-2" stroke="blue" strokeDasharray="7 4" d={ESTATE.corrected} />
    </svg>
  );
}
