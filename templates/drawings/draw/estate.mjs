import { box, toPath } from './path.mjs';
import { boundariesOf, layOutRow } from './row.mjs';

const [WIDTH, HEIGHT] = [1200, 228];
const [TOP, DEPTH, STREET] = [14, 84, 24];

/** Pairs of homes on both sides of a street. Each home has one record. */
const rowOf = (front, depth) =>
  layOutRow({
    left: -48, // Both ends are cut within a plot, so that the street runs on.
    front,
    depth,
    size: 0.75,
    plots: Array.from({ length: 24 }, (_, index) => ({ width: 54, house: index % 2 === 0 ? 'S' : 's' })),
  });
const ROWS = [rowOf(TOP + DEPTH, -DEPTH), rowOf(TOP + DEPTH + STREET, DEPTH)];

/** How far a record is from its plot at first: its left side, its top, its width and its height. */
// prettier-ignore
const ERRORS = [
  [6, 9, -14, -16], [-11, 5, 20, -8], [9, 12, 4, 7], [14, 7, -20, 5], [-8, 13, 8, -22], [-14, 8, 10, -12],
  [5, -10, 15, 6], [-9, 14, -6, -12], [12, -7, 8, -10], [-15, 15, 5, -8], [7, -11, -16, 10], [-12, 9, 6, -16],
  [8, -13, -11, 6], [-10, 10, 17, -18], [12, -5, -14, 6], [10, 8, -8, -16], [-10, -11, 12, 5], [-12, 10, 8, -14],
];

/** How much of its error is left of a record: all on the left of the drawing, none on the right. */
const shareLeft = ({ left }) => Math.max(0, Math.min(1, (0.55 * WIDTH - left) / (0.15 * WIDTH)));

export function drawEstate() {
  const plots = ROWS.flat();
  const corrected = plots.filter((plot) => shareLeft(plot) === 0);
  const others = plots.filter((plot) => shareLeft(plot) > 0);
  const wrong = others.map(({ left, top, width, height, ...plot }, index) => {
    const error = ERRORS[index % ERRORS.length].map((units) => Math.round(units * shareLeft({ left, ...plot })));
    return box(left + error[0], top + error[1], width + error[2], height + error[3]);
  });
  return {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    plots: toPath(boundariesOf(plots)),
    houses: toPath(plots.map(({ house }) => house)),
    wrong: toPath(wrong),
    corrected: toPath(boundariesOf(corrected)),
  };
}
