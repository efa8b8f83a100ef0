import { STREET } from './paths.ts';

/** The street that stands for the method, after each phase: with gaps, shaded by the answers, joined, with a site edged red. */
export function Street({ state, className }: { readonly state: number; readonly className: string }) {
  return (
    <svg
      viewBox="0 0 280 136"
      width="280"
      height="136"
      shapeRendering="crispEdges"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={`stroke-control *:[vector-effect:non-scaling-stroke] ${className}`}
    >
      <path className="stroke-plan" d={STREET.kerbs} />
      {state > 2 && <path className="fill-plot-1 stroke-none" d={STREET.between} />}
      {state === 1 && <path className="stroke-plan" d={STREET.gaps} />}
      {(state === 1 ? [STREET.known] : STREET.tints).map((d, index) => (
        <path key={d} className={TINTS[index]} d={d} />
      ))}
      <path className="fill-sheet stroke-ink" d={state === 1 ? STREET.knownHouses : STREET.houses} />
      {state > 2 && <path className="stroke-ink stroke-2" strokeDasharray="7 4" d={STREET.joined} />}
      {state > 3 && <path className="stroke-red stroke-4" stroke="red" d={STREET.subject} />}
    </svg>
  );
}

const TINTS = ['fill-plot-1', 'fill-plot-2', 'fill-plot-3'];
