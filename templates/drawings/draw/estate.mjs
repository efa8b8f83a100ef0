import { box, toPath } from './path.mjs';
import { boundariesOf, layOutRow } from './row.mjs';

const [WIDTH, HEIGHT] = [480, 226];
const DEPTH = 66;
const LANE = 24;

/** Twelve plots of a terrace. Three have one record. */
const terrace = (front, depth) =>
  layOutRow({
    left: 2,
    front,
    depth,
    plots: Array.from({ length: 12 }, (_, index) => ({ width: 27, house: index % 2 === 0 ? 't' : 'T' })),
  });

const TERRACES = [terrace(2, DEPTH), terrace(2 + 2 * DEPTH, -DEPTH), terrace(2 + 2 * DEPTH + LANE, DEPTH)];

/** Flats on three sides of a court. */
const COURT = { left: 350, top: 2, width: 128, height: 222 };
const FLATS = [box(366, 18, 96, 42), box(420, 60, 42, 106), box(366, 166, 96, 42)];

/** How far each record was from what it records: its left side, its top, its width and its height. */
// prettier-ignore
const ERRORS = [
  [6, 8, -20, -14], [-14, 5, 26, -4], [9, 10, 4, 6], [15, 6, -24, 3],
  [5, -9, 18, 4], [-8, 12, -6, -10], [13, -5, 8, -9], [-17, 14, 4, -6],
  [8, -11, -12, 4], [-11, 8, 20, -16], [12, -8, -16, 4], [10, 6, -8, -14],
  [-14, 12, 12, -30],
];

/** An area for each record. Before the work, none is the area of its plots; after it, each is: the claim is accuracy. */
const AREAS = [
  ...TERRACES.flatMap((plots, row) =>
    [0, 3, 6, 9].map((first) => ({ ...plots[first], width: 3 * 27, tint: 1 + ((first / 3 + row) % 3) })),
  ),
  { ...COURT, tint: 1 },
];

export function estateSource() {
  const before = AREAS.map(({ tint, ...area }, index) => {
    const [left, top, width, height] = ERRORS[index];
    return {
      tint,
      left: area.left + left,
      top: area.top + top,
      width: area.width + width,
      height: area.height + height,
    };
  });
  const boxOf = ({ left, top, width, height }) => box(left, top, width, height);
  const recordsOf = (areas, outlines) => {
    const tints = [1, 2, 3].map((step) => toPath(areas.filter(({ tint }) => tint === step).map(boxOf)));
    return `{ tints: ['${tints.join("', '")}'], outlines: '${toPath(outlines)}' }`;
  };
  const after = [...[0, 4, 8].flatMap((first) => boundariesOf(AREAS.slice(first, first + 4))), boxOf(COURT)];
  const plots = TERRACES.flat();
  return `
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
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      width="${WIDTH}"
      height="${HEIGHT}"
      shapeRendering="crispEdges"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={\`stroke-control *:[vector-effect:non-scaling-stroke] \${className}\`}
    >
      <path className="fill-plot-1 stroke-none" d={tints[0]} />
      <path className="fill-plot-2 stroke-none" d={tints[1]} />
      <path className="fill-plot-3 stroke-none" d={tints[2]} />
      <path d="${toPath([...boundariesOf(plots), boxOf(COURT)])}" />
      <path className="fill-sheet stroke-ink" d="${toPath([...plots.map(({ house }) => house), ...FLATS])}" />
      <path className="stroke-blue stroke-2" stroke="blue" strokeDasharray="7 4" d={outlines} />
    </svg>
  );
}

const RECORDS = {
  before: ${recordsOf(before, before.map(boxOf))},
  after: ${recordsOf(AREAS, after)},
} as const;
`;
}
