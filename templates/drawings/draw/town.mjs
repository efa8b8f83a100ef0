import { area, line, toPath } from './path.mjs';
import { layOutTown } from './town-plan.mjs';

const SEED = 11;
const [WIDTH, HEIGHT] = [480, 400];

/** Plots side by side. */
const plotsAt = (block, row, first, last) => ({ block, row, first, last });

/** The decision, edged red, and the data behind it, edged by dashes. Two runs of plots are back to back. */
const DECISIONS = {
  first: { subject: [plotsAt(5, 0, 8, 11)], data: [plotsAt(5, 0, 4, 7), plotsAt(5, 0, 12, 13), plotsAt(2, 1, 10, 11)] },
  next: { subject: [plotsAt(2, 1, 10, 11)], data: [plotsAt(2, 1, 7, 9), plotsAt(2, 0, 12, 13), plotsAt(5, 0, 8, 11)] },
};

/** What each crop shows. A box cuts the crop to its own shape, so the subject is in the middle, with room around it. */
const CROPS = {
  plan: { view: [0, 0, WIDTH, HEIGHT] },
  card: { view: [0, 0, WIDTH, HEIGHT], ...DECISIONS.first },
  home: { view: [0, 20, 472, 184], subject: [plotsAt(2, 0, 12, 13), plotsAt(2, 1, 10, 11)], isBand: true },
  method: { view: [80, 5, 292, 140], subject: [plotsAt(2, 0, 12, 13)] },
  approach: { view: [18, 28, 300, 140], subject: [plotsAt(2, 0, 10, 12)], isBand: true },
  'case-study': { view: [56, 188, 292, 140], subject: [plotsAt(5, 0, 4, 7)] },
  contact: { view: [200, 122, 280, 140], subject: [plotsAt(5, 0, 12, 13)] },
  consultation: { view: [42, 97, 292, 140], subject: [plotsAt(2, 1, 9, 9)], isBand: true },
  'not-found': { view: [54, 100, 266, 134], subject: [plotsAt(2, 1, 9, 9)], isEmpty: true },
  failure: { view: [13, 210, 266, 134], subject: [plotsAt(5, 0, 3, 3)], isEmpty: true },
};

export function drawTown() {
  const { streets, blocks } = layOutTown(SEED);
  const rows = blocks.flatMap((block) => block.rows);
  const plots = rows.flat().filter(({ boundary }) => isInView(boundary));
  const dividers = rows.flatMap((row) => row.slice(1)).filter((plot) => plots.includes(plot));
  const shown = Object.values(DECISIONS).flatMap(({ subject, data }) => [...subject, ...data]);
  const known = new Set(shown.flatMap((run) => plotsOf(blocks, run)));
  const inHand = plots.filter((plot) => known.has(plot) || isInHand(plot));
  return {
    first: drawDecision(blocks, DECISIONS.first),
    next: drawDecision(blocks, DECISIONS.next),
    crops: Object.fromEntries(Object.entries(CROPS).map(([name, crop]) => [name, drawCrop(blocks, crop)])),
    inHand: toPath(inHand.map(({ boundary }) => area(...boundary))),
    streets: toPath(streets.filter(isInView).map((points) => line(...points))),
    lines: toPath([
      ...blocks
        .filter(({ outline }) => isInView(outline))
        .flatMap(({ outline, back }) => [area(...withoutStraight(outline)), line(...back)]),
      ...dividers.map(({ boundary: [front, , , back] }) => line(front, back)),
    ]),
    houses: toPath(
      plots
        .map(({ house }) => house)
        .filter(isInView)
        .map((corners) => area(...corners)),
    ),
  };
}

function drawCrop(blocks, { view, ...crop }) {
  return { viewBox: `${view[0]} ${view[1]} ${view[2]} ${view[3]}`, ...drawDecision(blocks, crop) };
}

function drawDecision(blocks, { subject, data, ...rest }) {
  return {
    ...(subject && { subject: toPath([outlineOf(subject.map((run) => plotsOf(blocks, run)))]) }),
    ...(data && { data: toPath(data.map((run) => outlineOf([plotsOf(blocks, run)]))) }),
    ...rest,
  };
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

/** A value that changes slowly across the town decides. */
function isInHand({ boundary: [front, , back] }) {
  const [x, y] = [(front[0] + back[0]) / 2, (front[1] + back[1]) / 2];
  return Math.sin(x / 88 + 2.2) + Math.cos(y / 104 + 0.4) + 0.55 * Math.sin(x * 12.9 + y * 7.2) > 0.3;
}
