import { area, line, toPath } from './path.mjs';
import { layOutTown } from './town-plan.mjs';

const SEED = 11;
const [WIDTH, HEIGHT] = [480, 400];

/** Plots side by side. */
const plotsAt = (block, row, first, last) => ({ block, row, first, last });

/**
 * What each crop shows. A box cuts the crop to its own shape, so the subject is in the middle, with room around it. Two
 * runs of plots are back to back.
 */
const CROPS = {
  hero: {
    view: [0, 0, WIDTH, HEIGHT],
    subject: [plotsAt(5, 0, 8, 11)],
    data: [plotsAt(5, 0, 4, 7), plotsAt(5, 0, 12, 13), plotsAt(2, 1, 10, 11)],
  },
  home: { view: [0, 20, 472, 184], subject: [plotsAt(2, 0, 12, 13), plotsAt(2, 1, 10, 11)], isBand: true },
  approach: { view: [18, 28, 300, 140], subject: [plotsAt(2, 0, 10, 12)], isBand: true },
  'case-study': { view: [56, 188, 292, 140], subject: [plotsAt(5, 0, 4, 7)] },
  contact: { view: [200, 122, 280, 140], subject: [plotsAt(5, 0, 12, 13)] },
  consultation: { view: [42, 97, 292, 140], subject: [plotsAt(2, 1, 9, 9)], isBand: true },
  'not-found': { view: [54, 100, 266, 134], subject: [plotsAt(2, 1, 9, 9)], isEmpty: true },
  failure: { view: [13, 210, 266, 134], subject: [plotsAt(5, 0, 3, 3)], isEmpty: true },
};

export function townSource() {
  const { streets, blocks } = layOutTown(SEED);
  const rows = blocks.flatMap((block) => block.rows);
  const plots = rows.flat().filter(({ boundary }) => isInView(boundary));
  const houses = plots.map(({ house }) => house).filter(isInView);
  const dividers = rows.flatMap((row) => row.slice(1)).filter((plot) => plots.includes(plot));
  const known = [...CROPS.hero.subject, ...CROPS.hero.data].flatMap((run) => plotsOf(blocks, run));
  const tinted = (tint) =>
    plots.filter((plot) => (known.includes(plot) ? Math.max(2, tintOf(plot)) : tintOf(plot)) === tint);
  const tint = (step) => toPath(tinted(step).map(({ boundary }) => area(...boundary)));
  const lines = toPath([
    ...blocks
      .filter(({ outline }) => isInView(outline))
      .flatMap(({ outline, back }) => [area(...withoutStraight(outline)), line(...back)]),
    ...dividers.map(({ boundary: [front, , , back] }) => line(front, back)),
  ]);
  return `
interface Crop {
  readonly viewBox: string;
  /** The plots edged red: the decision. */
  readonly subject: string;
  /** The plots edged blue, in the hero: the data behind the decision. */
  readonly data?: string;
  /** True for lines and houses alone, on a dark band. */
  readonly isBand?: true;
  readonly isEmpty?: true;
}

const CROPS = ${JSON.stringify(drawCrops(blocks))} as const satisfies Record<string, Crop>;

const STREETS = '${toPath(streets.filter(isInView).map((points) => line(...points)))}';

export type TownCrop = keyof typeof CROPS;

interface Props {
  readonly crop: TownCrop;
  readonly className: string;
}

/** A plan of a town, or a part of it, which fills the box it is given. */
export function Town({ crop, className }: Props) {
  const { viewBox, subject, data, isBand, isEmpty }: Crop = CROPS[crop];
  const [, , width, height] = viewBox.split(' ');
  return (
    <svg
      viewBox={viewBox}
      width={width}
      height={height}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={\`stroke-control \${className}\`}
    >
      {!isBand && (
        <>
          <path className="fill-plot-1 stroke-none" d="${tint(1)}" />
          <path className="fill-plot-2 stroke-none" d="${tint(2)}" />
          <path className="fill-plot-3 stroke-none" d="${tint(3)}" />
          <path className="stroke-plan" stroke="silver" strokeWidth="15" d={STREETS} />
          <path className="stroke-sheet" stroke="white" strokeWidth="13.6" d={STREETS} />
        </>
      )}
      <path vectorEffect="non-scaling-stroke" d="${lines}" />
      <path
        className={isBand ? 'fill-plan' : 'fill-sheet stroke-ink'}
        vectorEffect="non-scaling-stroke"
        d="${toPath(houses.map((corners) => area(...corners)))}"
      />
      {data && <path className="stroke-blue stroke-2" stroke="blue" strokeDasharray="7 4" vectorEffect="non-scaling-stroke" d={data} />}
      <path className={\`stroke-red stroke-4 \${isEmpty ? 'fill-sheet' : ''}\`} stroke="red" vectorEffect="non-scaling-stroke" d={subject} />
    </svg>
  );
}
`;
}

function drawCrops(blocks) {
  const draw = ({ view: [left, top, width, height], subject, data, ...rest }) => ({
    viewBox: `${left} ${top} ${width} ${height}`,
    subject: toPath([outlineOf(subject.map((run) => plotsOf(blocks, run)))]),
    ...(data && { data: toPath(data.map((run) => outlineOf([plotsOf(blocks, run)]))) }),
    ...rest,
  });
  return Object.fromEntries(Object.entries(CROPS).map(([name, crop]) => [name, draw(crop)]));
}

function plotsOf(blocks, { block, row, first, last }) {
  return blocks[block].rows[row].slice(first, last + 1);
}

/** The boundary around plots side by side, and around those behind them if there are any. */
function outlineOf([front, rear]) {
  const from = (plots, left, right) => [plots[0].boundary[left], ...plots.map(({ boundary }) => boundary[right])];
  const back = rear ? from(rear, 0, 1) : from(front, 3, 2);
  return area(...withoutStraight([...from(front, 0, 1), ...back.toReversed()]));
}

/** Without the points on a straight line between their neighbours. */
function withoutStraight(points) {
  return points.filter(([x, y], index) => {
    const [[beforeX, beforeY], [afterX, afterY]] = [points.at(index - 1), points[(index + 1) % points.length]];
    return (x - beforeX) * (afterY - y) !== (y - beforeY) * (afterX - x);
  });
}

function isInView(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const isBeside = Math.max(...xs) < 0 || Math.min(...xs) > WIDTH;
  return !isBeside && Math.max(...ys) > 0 && Math.min(...ys) < HEIGHT;
}

/** The value of a plot, which changes slowly across the town: below 1 it has no tint. */
function tintOf({ boundary: [front, , back] }) {
  const [x, y] = [(front[0] + back[0]) / 2, (front[1] + back[1]) / 2];
  const value = Math.sin(x / 88 + 2.2) + Math.cos(y / 104 + 0.4) + 0.55 * Math.sin(x * 12.9 + y * 7.2);
  return Math.min(3, Math.floor((value + 1) / 0.66));
}
