import { box, toPath } from './path.mjs';
import { boundariesOf, layOutRow } from './row.mjs';

const [WIDTH, HEIGHT] = [480, 226];
const DEPTH = 66;
const LANE = 24;

/** A terrace of plots, and a letter for the record of each: right, wrong (its boundary is elsewhere), or missing. */
function terrace(front, depth, records) {
  const plots = records.split('').map((record, index) => ({
    width: 27,
    house: index % 2 === 0 ? 't' : 'T',
    record,
    tint: 1 + (Math.floor((index + Math.round(front / 60)) / 3) % 3),
  }));
  return layOutRow({ left: 2, front, depth, plots });
}

const TERRACES = [
  ...terrace(2, DEPTH, 'rrwwmrrmmmrr'),
  ...terrace(2 + 2 * DEPTH, -DEPTH, 'mmrrrwwmrrmm'),
  ...terrace(2 + 2 * DEPTH + LANE, DEPTH, 'rrmmrrwwmrrm'),
];

/** Flats on three sides of a court. */
const COURT = box(350, 2, 128, 222);
const FLATS = [
  { record: 'r', left: 366, top: 18, width: 96, height: 42 },
  { record: 'm', left: 420, top: 60, width: 42, height: 106 },
  { record: 'w', left: 366, top: 166, width: 96, height: 42 },
];

export function estateSource() {
  const having = (some, records) => some.filter(({ record }) => records.includes(record));
  const boxes = (some) => some.map(({ left, top, width, height }) => box(left, top, width, height));
  const houses = (some) => some.map(({ house }) => house);
  const moved = (some) =>
    some.map((plot) => ({ ...plot, left: plot.left + 6, top: plot.top + (plot.top > HEIGHT / 2 ? -5 : 5) }));
  const records = {
    right: boundariesOf(having(TERRACES, 'r')),
    built: [...houses(having(TERRACES, 'rw')), ...boxes(having(FLATS, 'rw'))],
    wrong: [...boundariesOf(moved(having(TERRACES, 'w'))), ...boxes(moved(having(FLATS, 'w')))],
    missing: [...boundariesOf(having(TERRACES, 'm')), ...boxes(having(FLATS, 'm'))],
  };
  const tinted = (step) => boundariesOf(TERRACES.filter(({ tint }) => tint === step));
  return `
interface Props {
  /** The records with gaps, and boundaries in the wrong place; then complete. */
  readonly state: 'before' | 'after';
  readonly className?: string;
}

/** The records of a housing estate. */
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
      {state === 'before' ? BEFORE : AFTER}
    </svg>
  );
}

const BEFORE = (
  <>
    <path className="stroke-plan" d="${toPath([box(1, 1, WIDTH - 2, HEIGHT - 2)])}" />
    <path d="${toPath(records.right)}" />
    <path className="fill-sheet stroke-ink" d="${toPath(records.built)}" />
    <path className="stroke-blue stroke-2" stroke="blue" strokeDasharray="6 4" d="${toPath([...records.missing, ...records.wrong])}" />
  </>
);

const AFTER = (
  <>
    <path className="fill-plot-1" d="${toPath([...tinted(1), COURT])}" />
    <path className="fill-plot-2" d="${toPath(tinted(2))}" />
    <path className="fill-plot-3" d="${toPath(tinted(3))}" />
    <path className="fill-sheet stroke-ink" d="${toPath([...houses(TERRACES), ...boxes(FLATS)])}" />
    <path className="stroke-red stroke-4" stroke="red" d="${toPath([box(2, 2, WIDTH - 4, HEIGHT - 4)])}" />
  </>
);
`;
}
