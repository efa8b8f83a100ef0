/**
 * A town on both sides of a main street that bends to the left. Between two bends all lines run in one direction or
 * across it, in steps of a vector of whole numbers. So houses have right angles, and equal houses are equal text.
 */
import { layOutHouse } from './house.mjs';

/** The main street from left to right: the direction of each stretch, and its length in steps. */
const STRETCHES = [
  { step: [6, -1], length: 24 },
  { step: [4, -1], length: 27 },
  { step: [3, -1], length: 36 },
  { step: [5, -2], length: 20 },
  { step: [2, -1], length: 48 },
  { step: [5, -3], length: 20 },
];
const START = [-138, 290];

/** The streets that run along, as distances from the main street: to the right of it is positive. */
const STREETS = [-322, -161, 0, 161, 322];
/** Half the width of a street. */
const VERGE = 11;

/** Side streets lead from a street, by its index, to the next one, where these bend. */
const SIDE_STREETS = [
  { street: 0, bend: 2 },
  { street: 1, bend: 4 },
  { street: 2, bend: 1 },
  { street: 3, bend: 3 },
];

/** The width of plots, in units, and the groups of houses that a row may consist of. */
const WIDTHS = { t: 19, s: 27, d: 38 };
const GROUPS = ['TtTt', 'Ss', 'Ss', 'd', 'SsSs', 'D', 'TtTt', 'dD'].map((houses) => houses.split(''));

/** The same `seed` is the same town. */
export function layOutTown(seed) {
  const random = seededRandom(seed);
  const stretches = placeStretches();
  const along = STREETS.map((distance) => [
    ...stretches.map((stretch) => at(stretch, Math.round((distance * stretch.startLean) / stretch.size), distance)),
    at(stretches.at(-1), stretches.at(-1).length, distance),
  ]);
  return {
    streets: [...along, ...SIDE_STREETS.map(({ street, bend }) => [along[street][bend], along[street + 1][bend]])],
    blocks: STREETS.slice(1).flatMap((rear, street) =>
      splitAtSideStreets(stretches, street).map((part) =>
        layOutBlock(part, { front: STREETS[street] + VERGE, rear: rear - VERGE }, random),
      ),
    ),
  };
}

function placeStretches() {
  let origin = START;
  return STRETCHES.map(({ step, length }, index) => {
    const start = origin;
    origin = [start[0] + step[0] * length, start[1] + step[1] * length];
    return {
      origin: start,
      along: step,
      across: [-step[1], step[0]],
      size: Math.hypot(...step),
      length,
      // How much later than on the main street it begins and ends, for each unit to the right of that.
      startLean: -Math.tan(bendBetween(STRETCHES[index - 1]?.step ?? step, step) / 2),
      endLean: Math.tan(bendBetween(step, STRETCHES[index + 1]?.step ?? step) / 2),
    };
  });
}

function bendBetween([x, y], [nextX, nextY]) {
  return Math.atan2(y, x) - Math.atan2(nextY, nextX);
}

/** A point: `steps` along, on the line that is `distance` units from the main street, and steps across from there. */
function at({ origin, along, across, size }, steps, distance, behind = 0) {
  return origin.map(
    (start, axis) => start + steps * along[axis] + Math.round((distance * across[axis]) / size) + behind * across[axis],
  );
}

/** The stretches of a block: a side street is the end of one and the start of the next. */
function splitAtSideStreets(stretches, street) {
  const bends = SIDE_STREETS.filter((side) => side.street === street).map(({ bend }) => bend);
  return [0, ...bends].map((bend, index) => stretches.slice(bend, bends[index]));
}

/** Two rows of plots back to back, between the distances of their fronts from the main street. */
function layOutBlock(stretches, { front, rear }, random) {
  const parts = stretches.map((stretch, index) => {
    const { size, length, startLean, endLean } = stretch;
    const start = index === 0 ? VERGE : 0;
    const end = index === stretches.length - 1 ? VERGE : 0;
    return {
      stretch,
      from: Math.ceil((Math.max(front * startLean, rear * startLean) + start) / size),
      to: Math.floor(length + (Math.min(front * endLean, rear * endLean) - end) / size),
    };
  });
  const middle = (front + rear) / 2;
  const last = parts.at(-1);
  const lineAt = (distance) => [
    ...parts.map(({ stretch, from }) => at(stretch, from, distance)),
    at(last.stretch, last.to, distance),
  ];
  return {
    outline: [...lineAt(front), ...lineAt(rear).toReversed()],
    back: lineAt(middle),
    rows: [front, rear].map((distance) => layOutRow(parts, { front: distance, back: middle }, random)),
  };
}

function layOutRow(parts, { front, back }, random) {
  const plots = parts.flatMap(({ stretch, from, to }) => {
    let steps = from;
    return fill(to - from, stretch.size, random).map(({ house, width }) => {
      const start = steps;
      steps += width;
      const corners = layOutHouse(house, { width, size: stretch.size, hasWing: random() < 0.6 });
      return {
        left: [at(stretch, start, front), at(stretch, start, back)],
        right: [at(stretch, steps, front), at(stretch, steps, back)],
        house: corners.map(([side, behind]) => at(stretch, start + side, front, Math.sign(back - front) * behind)),
      };
    });
  });
  // At a bend, the last plot of a stretch reaches as far as the first of the next.
  return plots.map((plot, index) => {
    const { left, right } = { ...plot, right: plots[index + 1]?.left ?? plot.right };
    return { boundary: [left[0], right[0], right[1], left[1]], house: plot.house };
  });
}

/** Plots that fill a length, in steps: of some attempts the one that leaves least over, which widens the last plots. */
function fill(length, size, random) {
  const stepsOf = (house) => Math.round(WIDTHS[house.toLowerCase()] / size);
  const restOf = (houses) => houses.reduce((rest, house) => rest - stepsOf(house), length);
  const attempts = Array.from({ length: 8 }, () => chooseHouses(restOf, random));
  const [houses] = attempts.toSorted((one, other) => restOf(one) - restOf(other));
  const rest = restOf(houses);
  return houses.map((house, index) => ({
    house,
    width: stepsOf(house) + Math.floor((rest + index) / houses.length),
  }));
}

/** Houses in groups, as long as one fits. */
function chooseHouses(restOf, random) {
  let houses = [];
  for (;;) {
    const fitting = GROUPS.map((group) => [...houses, ...group]).filter((longer) => restOf(longer) >= 0);
    if (fitting.length === 0) return houses.length > 0 ? houses : ['d'];
    houses = fitting[Math.floor(random() * fitting.length)];
  }
}

/** Numbers between 0 and 1 that are the same in every run: a linear congruential generator. */
function seededRandom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
