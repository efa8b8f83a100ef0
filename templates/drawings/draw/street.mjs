import { area, box, line, toPath } from './path.mjs';
import { boundariesOf, layOutRow } from './row.mjs';

const [WIDTH, HEIGHT] = [280, 136];
/** The sides of the street. */
const [ABOVE, BELOW] = [55, 81];

const record = (width, house, tint) => ({ width, house, tint, isGap: false });
const gap = (width, house, tint) => ({ width, house, tint, isGap: true });

// prettier-ignore
const PLOTS = [
  ...layOutRow({
    left: 1,
    front: ABOVE,
    depth: 2 - ABOVE,
    plots: [
      record(42, 'd', 2), gap(34, 'S', 1), gap(34, 's', 1),
      record(24, 't', 3), record(24, 'T', 3), record(24, 't', 2), record(24, 'T', 2),
      gap(36, 'd', 1), record(36, 'D', 2),
    ],
  }),
  ...layOutRow({
    left: 1,
    front: BELOW,
    depth: HEIGHT - 2 - BELOW,
    plots: [
      gap(46, 'd', 1), record(32, 'S', 2), record(32, 's', 2),
      record(24, 't', 1), gap(24, 'T', 1), gap(24, 't', 1), record(24, 'T', 2),
      record(36, 'd', 3), record(36, 'D', 3),
    ],
  }),
];
/** The terraces, which face each other: where they start, and their length. */
const [TERRACE, LENGTH] = [111, 96];

export function drawStreet() {
  const [known, gaps] = [PLOTS.filter(({ isGap }) => !isGap), PLOTS.filter(({ isGap }) => isGap)];
  const areas = (plots) => toPath(boundariesOf(plots));
  const houses = (plots) => toPath(plots.map(({ house }) => house));
  const [left, right, top, bottom] = [1, WIDTH - 1, 2, HEIGHT - 2];
  const end = TERRACE + LENGTH;
  // prettier-ignore
  const joined = area(
    [left, top], [right, top], [right, ABOVE], [end, ABOVE], [end, BELOW], [right, BELOW],
    [right, bottom], [left, bottom], [left, BELOW], [TERRACE, BELOW], [TERRACE, ABOVE], [left, ABOVE],
  );
  return {
    kerbs: toPath([ABOVE + 5, BELOW - 5].map((y) => line([0, y], [WIDTH, y]))),
    gaps: areas(gaps),
    known: areas(known),
    tints: [1, 2, 3].map((step) => areas(PLOTS.filter(({ tint }) => tint === step))),
    houses: houses(PLOTS),
    knownHouses: houses(known),
    between: toPath([box(TERRACE, ABOVE, LENGTH, BELOW - ABOVE)]),
    joined: toPath([joined]),
    subject: toPath([box(TERRACE, top, LENGTH, ABOVE - top)]),
  };
}
