import { toPoint, type Place, type Point } from './ground.ts';
import { layOutRow, type Plot, type Row } from './plots.ts';
import { seededRandom } from './random.ts';

/** The streets that run along: how far each is from the main street. */
const STREETS = [-318, -158, 0, 160, 324] as const;
/** From the middle of a street to the plots, and from the backs of one row to those of the next. */
const VERGE = 11;

/** A side street, from one street to the next: where it begins and where it ends. */
interface SideStreet {
  readonly from: Place;
  readonly to: Place;
}

const SIDE_STREETS: readonly SideStreet[] = [
  { from: { along: -96, across: -158 }, to: { along: -118, across: 0 } },
  { from: { along: 112, across: 0 }, to: { along: 128, across: 160 } },
  { from: { along: 170, across: -318 }, to: { along: 150, across: -158 } },
  { from: { along: -60, across: 160 }, to: { along: -84, across: 324 } },
];

const place = (along: number, across: number): Place => ({ along, across });

/** A row on one side of a street. `ends`: where it begins and ends at the front, and at the back. */
function row(street: number, back: number, ends: readonly [number, number, number, number]): Row {
  const front = street + Math.sign(back - street) * VERGE;
  const [frontStart, frontEnd, backStart, backEnd] = ends;
  return {
    front: [place(frontStart, front), place(frontEnd, front)],
    back: [place(backStart, back), place(backEnd, back)],
  };
}

/** The row of the subject is the first, and the one across the street from it the second. */
const ROWS: readonly Row[] = [
  row(0, 82, [-420, 105, -420, 112]),
  row(0, -80, [-34, 420, -22, 420]),
  row(0, -80, [-420, -129, -420, -118]),
  facing([-107, -11], [-96, -147], [-32, -11], [-18, -147]),
  row(-158, -80, [-420, -108, -420, -118]),
  row(-158, -80, [-10, 420, -18, 420]),
  row(0, 82, [205, 420, 212, 420]),
  facing([139, 149], [124, 11], [212, 149], [200, 11]),
  row(160, 82, [-420, 115, -420, 112]),
  row(160, 82, [214, 420, 212, 420]),
  row(-158, -238, [-420, 138, -420, 148]),
  row(-318, -238, [-420, 158, -420, 148]),
  row(160, 244, [-49, 420, -60, 420]),
  row(324, 244, [-72, 420, -60, 420]),
];

type Corner = readonly [along: number, across: number];

/** A row along a side street: where its front and its back begin and end. */
function facing(start: Corner, end: Corner, backStart: Corner, backEnd: Corner): Row {
  return { front: [place(...start), place(...end)], back: [place(...backStart), place(...backEnd)] };
}

/** The subject is the plot nearest to this point, with those beside it. */
const MIDDLE: Point = { x: 240, y: 262 };

/** The numbered plots are those nearest to these points, in the order of the sectors: in sight at every width. */
const NUMBERED: readonly Point[] = [
  { x: 59, y: 146 },
  { x: 124, y: 205 },
  { x: 296, y: 199 },
  { x: 55, y: 306 },
  { x: 382, y: 229 },
  { x: 337, y: 358 },
];

/** The park is where no row is. */
const TREES: readonly Place[] = [
  place(-200, 190),
  place(-170, 178),
  place(-136, 192),
  place(-214, 226),
  place(-150, 240),
  place(-118, 214),
  place(-180, 262),
  place(-240, 180),
  place(-104, 252),
];

export interface Town {
  readonly streets: readonly (readonly Point[])[];
  readonly rows: readonly (readonly Plot[])[];
  /** Adjoining plots, from left to right. */
  readonly subject: readonly Plot[];
  /** Groups of adjoining plots beside the subject and across the street. */
  readonly around: readonly (readonly Plot[])[];
  readonly numbered: readonly Plot[];
  /** The outline of all plots between two streets. */
  readonly estate: readonly Point[];
  readonly trees: readonly Point[];
}

/** The same `seed` is the same town. */
export function buildTown(seed: number): Town {
  const random = seededRandom(seed);
  const along = STREETS.map((across) => sample(place(-440, across), place(440, across), 26));
  const sides = SIDE_STREETS.map(({ from, to }) => sample(from, to, 4));
  const rows = ROWS.map((ends) => layOutRow(ends, random));
  const [own = [], opposite = []] = rows;
  const middle = nearest(own, MIDDLE);
  const across = nearest(opposite, own[middle]!.boundary[0]);
  return {
    streets: [...along, ...sides],
    rows,
    subject: own.slice(middle - 1, middle + 3),
    around: [own.slice(middle - 2, middle - 1), own.slice(middle + 3, middle + 4), opposite.slice(across, across + 3)],
    numbered: NUMBERED.map((point) => rows.flat()[nearest(rows.flat(), point)]!),
    estate: [
      ...sample(place(-176, VERGE), place(105, VERGE), 10),
      ...sample(place(114, 160 - VERGE), place(-176, 160 - VERGE), 10),
    ],
    trees: TREES.map(toPoint),
  };
}

function nearest(plots: readonly Plot[], { x, y }: Point): number {
  const distances = plots.map(({ boundary: [front] }) => Math.hypot(front.x - x, front.y - y));
  return distances.indexOf(Math.min(...distances));
}

function sample(from: Place, to: Place, parts: number): Point[] {
  const step = (start: number, end: number, index: number) => start + ((end - start) * index) / parts;
  return Array.from({ length: parts + 1 }, (_, index) =>
    toPoint(place(step(from.along, to.along, index), step(from.across, to.across, index))),
  );
}
