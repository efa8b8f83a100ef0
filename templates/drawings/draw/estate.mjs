import { box, toPath } from './path.mjs';
import { boundariesOf, layOutRow } from './row.mjs';

const [WIDTH, HEIGHT] = [480, 226];
const DEPTH = 66;
const LANE = 24;

/** A terrace of plots, and a letter for the record of each before the work: held, or missing. */
function terrace(front, depth, records) {
  const plots = records.split('').map((record, index) => ({
    width: 27,
    house: index % 2 === 0 ? 't' : 'T',
    record,
    tint: 1 + (Math.floor((index + Math.round(front / 60)) / 3) % 3),
  }));
  return layOutRow({ left: 2, front, depth, plots });
}

/** Half of the records are held before, and all of them after: an improvement by 100 %. */
const TERRACES = [
  ...terrace(2, DEPTH, 'hhmmhmmhhhmm'),
  ...terrace(2 + 2 * DEPTH, -DEPTH, 'mmhhhmhmmmhh'),
  ...terrace(2 + 2 * DEPTH + LANE, DEPTH, 'hmmhhmmmhhmh'),
];

/** Flats on three sides of a court. */
const COURT = box(350, 2, 128, 222);
const FLATS = [
  { record: 'h', left: 366, top: 18, width: 96, height: 42 },
  { record: 'm', left: 420, top: 60, width: 42, height: 106 },
  { record: 'm', left: 366, top: 166, width: 96, height: 42 },
];

export function estateSource() {
  const having = (some, record) => some.filter((place) => place.record === record);
  const boxes = (some) => some.map(({ left, top, width, height }) => box(left, top, width, height));
  const houses = (some) => some.map(({ house }) => house);
  const held = having(TERRACES, 'h');
  const before = {
    missing: [COURT, ...boundariesOf(having(TERRACES, 'm')), ...boxes(having(FLATS, 'm'))],
    built: [...houses(held), ...boxes(having(FLATS, 'h'))],
  };
  const tinted = (plots, step) => boundariesOf(plots.filter(({ tint }) => tint === step));
  const tints = (plots, more = []) =>
    [1, 2, 3]
      .map((step) => [step, toPath([...tinted(plots, step), ...(step === 1 ? more : [])])])
      .map(([step, d]) => `<path className="fill-plot-${step}" d="${d}" />`)
      .join('\n');
  return `
interface Props {
  /** With half of the records, and with all of them. */
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
    <path className="stroke-plan" d="${toPath(before.missing)}" />
    ${tints(held)}
    <path className="fill-sheet stroke-ink" d="${toPath(before.built)}" />
  </>
);

const AFTER = (
  <>
    ${tints(TERRACES, [COURT])}
    <path className="fill-sheet stroke-ink" d="${toPath([...houses(TERRACES), ...boxes(FLATS)])}" />
  </>
);
`;
}
