import { STREET } from './paths.ts';

interface Props {
  /** The plots after each phase: with gaps, then shaded by the answers, then joined, then with a terrace edged red. */
  readonly state: 1 | 2 | 3 | 4;
  readonly className?: string;
}

/** The street that stands for the method. */
export function Street({ state, className = '' }: Props) {
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
      {state === 1 ? (
        <>
          <path className="stroke-plan" d={STREET.gaps} />
          <path className="fill-plot-1" d={STREET.known} />
        </>
      ) : (
        STREET.tints.map((d, index) => <path key={d} className={TINTS[index]} d={d} />)
      )}
      <path className="fill-sheet stroke-ink" d={STREET.houses} />
      {state > 1 && <path className="fill-sheet stroke-ink" d={STREET.hiddenHouses} />}
      {state > 2 && <path className="stroke-ink stroke-2" strokeDasharray="7 4" d={STREET.joined} />}
      {state > 3 && <path className="stroke-red stroke-4" stroke="red" d={STREET.subject} />}
    </svg>
  );
}

const TINTS = ['fill-plot-1', 'fill-plot-2', 'fill-plot-3'];
