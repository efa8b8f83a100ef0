/** Plots on one side of a straight street, for the drawings whose lines are all upright or level. */
import { area, box, line } from './path.mjs';
import { layOutHouse } from './house.mjs';

/** Units of a step: the more, the smaller the houses. */
const SIZE = 1.15;

/** The plots from left to right. `front` is the line of the street; a negative `depth` is upwards. A plot may be empty. */
export function layOutRow({ left, front, depth, plots, size = SIZE }) {
  const [top, height] = [Math.min(front, front + depth), Math.abs(depth)];
  return plots.map(({ width, house, ...rest }, index) => {
    const start = plots.slice(0, index).reduce((sum, before) => sum + before.width, left);
    const corners = house ? layOutHouse(house, { width, size }) : undefined;
    return {
      ...rest,
      left: start,
      top,
      width,
      height,
      house: corners && area(...corners.map(([side, behind]) => [start + side, front + Math.sign(depth) * behind])),
    };
  });
}

/** The boundaries of plots, each drawn once: two dashed lines in one place would be a solid one. */
export function boundariesOf(plots) {
  return runsOf(plots).flatMap((run) => {
    const [{ left, top, height }] = run;
    const width = run.reduce((sum, plot) => sum + plot.width, 0);
    return [
      box(left, top, width, height),
      ...run.slice(1).map((plot) => line([plot.left, top], [plot.left, top + height])),
    ];
  });
}

function runsOf(plots) {
  const starts = plots.flatMap((plot, index) => {
    const before = plots[index - 1];
    return before && before.top === plot.top && before.left + before.width === plot.left ? [] : [index];
  });
  return starts.map((start, index) => plots.slice(start, starts[index + 1]));
}
