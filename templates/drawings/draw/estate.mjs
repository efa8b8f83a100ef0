import { box, toPath } from './path.mjs';
import { boundariesOf, layOutRow } from './row.mjs';

const [WIDTH, HEIGHT] = [480, 226];
const DEPTH = 66;
const LANE = 24;

/** Six semi-detached homes. Each has one record. */
const terrace = (front, depth) =>
  layOutRow({
    left: 2,
    front,
    depth,
    size: 0.75,
    plots: Array.from({ length: 6 }, (_, index) => ({ width: 54, house: index % 2 === 0 ? 'S' : 's' })),
  });

const TERRACES = [terrace(2, DEPTH), terrace(2 + 2 * DEPTH, -DEPTH), terrace(2 + 2 * DEPTH + LANE, DEPTH)];

/** Flats on three sides of a court. */
const COURT = { left: 350, top: 2, width: 128, height: 222 };
const FLATS = [box(366, 18, 96, 42), box(420, 60, 42, 106), box(366, 166, 96, 42)];

/** How far each record was from what it records: its left side, its top, its width and its height. */
// prettier-ignore
const ERRORS = [
  [5, 7, -14, -12], [-9, 4, 18, -4], [8, 9, 3, 5], [12, 5, -18, 3], [-6, 10, 6, -18], [-12, 6, 8, -8],
  [4, -8, 13, 4], [-7, 11, -5, -9], [10, -5, 6, -8], [-13, 12, 3, -6], [6, -9, -14, 8], [-10, 7, 4, -12],
  [6, -10, -9, 4], [-9, 7, 15, -14], [10, -7, -13, 4], [8, 6, -6, -13], [-8, -9, 10, 3], [-10, 8, 6, -12],
  [-14, 12, 12, -30],
];

/** An area for each record. Before the work, none is the area of its plot; after it, each is: the claim is accuracy. */
const AREAS = [...TERRACES.flat(), COURT];

export function estateSource() {
  const before = AREAS.map(({ left, top, width, height }, index) => {
    const [toRight, toBottom, wider, higher] = ERRORS[index];
    return box(left + toRight, top + toBottom, width + wider, height + higher);
  });
  const court = box(COURT.left, COURT.top, COURT.width, COURT.height);
  const after = [...TERRACES.flatMap(boundariesOf), court];
  const plots = TERRACES.flat();
  return `
interface Props {
  /** With records that do not match the estate, and with records that do. */
  readonly state: keyof typeof RECORDS;
  readonly className?: string;
}

/** A housing estate, and the outlines of its records, dashed. */
export function Estate({ state, className = '' }: Props) {
  return (
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      width="${WIDTH}"
      height="${HEIGHT}"
      shapeRendering="crispEdges"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={\`stroke-control *:[vector-effect:non-scaling-stroke] \${className}\`}
    >
      <path className="fill-plot-1 stroke-none" d={RECORDS[state]} />
      <path d="${toPath([...boundariesOf(plots), court])}" />
      <path className="fill-sheet stroke-ink" d="${toPath([...plots.map(({ house }) => house), ...FLATS])}" />
      <path className="stroke-blue stroke-2" stroke="blue" strokeDasharray="7 4" d={RECORDS[state]} />
    </svg>
  );
}

const RECORDS = {
  before: '${toPath(before)}',
  after: '${toPath(after)}',
} as const;
`;
}
