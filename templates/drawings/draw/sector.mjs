import { box, line, toLaterPath, toPath } from './path.mjs';
import { boundariesOf, layOutRow } from './row.mjs';

/** The middle of a strip is at 0: a card of any width shows what it is about. */
const [HALF, END] = [128, 308];
const [TOP, FRONT] = [2, 54];

const plot = (width, house) => ({ width, house });
const row = (left, plots) => layOutRow({ left, front: FRONT, depth: TOP - FRONT, plots });
const land = (left, width) => box(left, TOP, width, FRONT - TOP);

const pair = (width) => [plot(width, 'S'), plot(width, 's')];
const terrace = (count) => Array.from({ length: count }, (_, index) => plot(24, index % 2 === 0 ? 't' : 'T'));
const detached = (width) => [plot(width, 'd')];

/** The same neighbourhood on both sides of all strips. */
const SIDES = [-END, HALF].flatMap((left) =>
  row(left, [...detached(40), ...pair(32), ...detached(36), ...detached(40)]),
);

const STRIPS = {
  site: {
    // A site, the houses planned on it, and the houses beside it.
    plots: row(-HALF, [...pair(32), plot(128, ''), ...pair(32)]),
    planned: row(-48, terrace(4)),
    subject: [land(-64, 128)],
    data: [land(-96, 32), land(64, 32)],
  },
  instruction: {
    // A house for sale, and the sales beside it.
    plots: row(-HALF, [...detached(46), ...pair(32), ...detached(36), ...pair(32), ...detached(46)]),
    subject: [land(-18, 36)],
    data: [land(-82, 64)],
  },
  title: {
    // A title, and the neighbour's land that it has a right over.
    plots: row(-HALF, [...pair(32), ...detached(46), ...detached(36), ...detached(46), ...pair(32)]),
    subject: [land(-18, 36)],
    data: [land(18, 46)],
  },
  application: {
    // An application, and the neighbours it concerns.
    plots: row(-HALF, [...terrace(4), ...detached(64), ...terrace(4)]),
    planned: [{ house: box(-2, 27, 20, 18) }],
    subject: [land(-32, 64)],
    data: [land(-HALF, 96), land(32, 96)],
  },
  programme: {
    // Three sites of one programme, with side streets between them.
    plots: [-HALF, -36, 56].flatMap((left) => row(left, terrace(3))),
    subject: [-HALF, -36, 56].map((left) => land(left, 72)),
    data: [land(-HALF - 40, 2 * HALF + 80)],
  },
  comparables: {
    // A pair of houses to be valued, and two that compare.
    plots: row(-HALF, [...pair(32), ...detached(32), ...pair(32), ...detached(32), ...pair(32)]),
    subject: [land(-32, 64)],
    data: [land(-HALF, 64), land(64, 64)],
  },
};

export function sectorSource() {
  const houses = (plots) => toLaterPath(plots.filter(({ house }) => house).map(({ house }) => house));
  const strips = Object.entries(STRIPS).map(([name, { plots, planned, subject, data }]) => {
    const paths = {
      plots: toLaterPath(boundariesOf(plots)),
      houses: houses(plots),
      planned: planned && houses(planned),
      subject: toLaterPath(subject),
      data: toPath(data),
    };
    const lines = Object.entries(paths).filter(([, d]) => d);
    return `${name}: {\n${lines.map(([key, d]) => `${key}: '${d}',`).join('\n')}\n},`;
  });
  return `
export type SectorStrip = ${Object.keys(STRIPS)
    .map((name) => `'${name}'`)
    .join(' | ')};

/** A strip of street for each sector: what it decides on, in the middle, is edged red, and what informs that is edged blue. */
export function Sector({ strip, className }: { readonly strip: SectorStrip; readonly className: string }) {
  const { plots, houses, planned, subject, data } = STRIPS[strip];
  return (
    <svg
      width="100%"
      height="64"
      shapeRendering="crispEdges"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={\`stroke-control \${className}\`}
    >
      <svg x="50%" overflow="visible">
        <path className="stroke-plan" d="${toPath([line([-END, 61], [END, 61])])}" />
        <path className="fill-plot-2 stroke-none" d={data + subject} />
        <path d={SIDES + plots} />
        <path className="fill-sheet stroke-ink" d={SIDE_HOUSES + houses} />
        {planned && <path className="fill-sheet stroke-ink" strokeDasharray="3 2" d={planned} />}
        <path className="stroke-blue stroke-2" stroke="blue" strokeDasharray="7 4" d={data} />
        <path className="stroke-red stroke-4" stroke="red" d={subject} />
      </svg>
    </svg>
  );
}

const SIDES = '${toPath(boundariesOf(SIDES))}';
const SIDE_HOUSES = '${houses(SIDES)}';

type Strip = Record<'plots' | 'houses' | 'subject' | 'data', string> & { planned?: string };

const STRIPS: Readonly<Record<SectorStrip, Readonly<Strip>>> = {
  ${strips.join('\n')}
};
`;
}
