import { toPoint, type Place, type Point } from './ground.ts';
import { buildingsOf, HOUSES, type House } from './houses.ts';

/** A row of plots: the line of their fronts and the line of their backs, both drawn in the same direction. */
export interface Row {
  readonly front: readonly [Place, Place];
  readonly back: readonly [Place, Place];
}

export interface Plot {
  /** Front left, front right, back right, back left, as seen from the street. */
  readonly boundary: readonly [Point, Point, Point, Point];
  readonly buildings: readonly (readonly Point[])[];
  /** Where a number fits: in the garden. */
  readonly garden: Point;
}

/** What a row may consist of: terraces with a passage at their end, semis in pairs, detached houses. */
const GROUPS: readonly (readonly House[])[] = [
  ['T', 't', 'T', 't', '-'],
  ['T', 't', 'T', 't', 'T', 't', '-'],
  ['S', 's'],
  ['S', 's'],
  ['S', 's', 'S', 's'],
  ['S', 's', 'S', 's'],
  ['d'],
  ['D'],
  ['d', 'D'],
];

/** Lays out a row from its first end. The plots are stretched so that they fill it. */
export function layOutRow(row: Row, random: () => number): Plot[] {
  const houses = drawHouses(distance(row.front[0], row.front[1]), random);
  const width = widthOf(houses);
  let start = 0;
  return houses.flatMap((house) => {
    const stretch = [start / width, (start + HOUSES[house]) / width] as const;
    start += HOUSES[house];
    return house === '-' ? [] : [layOutPlot(row, house, stretch, random)];
  });
}

function drawHouses(length: number, random: () => number): readonly House[] {
  let houses: readonly House[] = [];
  for (;;) {
    const longer = [...houses, ...GROUPS[Math.floor(random() * GROUPS.length)]!];
    if (widthOf(longer) > length + 12) break;
    houses = longer;
  }
  return houses.at(-1) === '-' ? houses.slice(0, -1) : houses;
}

function widthOf(houses: readonly House[]): number {
  return houses.reduce((sum, house) => sum + HOUSES[house], 0);
}

function layOutPlot(row: Row, house: House, [from, to]: readonly [number, number], random: () => number): Plot {
  const depth = distance(row.front[0], row.back[0]);
  /** `side`: 0 on the left boundary and 1 on the right one. `back`: how far behind the front. */
  const at = ([side, back]: readonly [number, number]): Point => {
    const along = from + (to - from) * side;
    return toPoint(between(between(...row.front, along), between(...row.back, along), back / depth));
  };
  return {
    boundary: [at([0, 0]), at([1, 0]), at([1, depth]), at([0, depth])],
    buildings: buildingsOf(house, random).map((outline) => outline.map(at)),
    garden: at([0.5, depth - 13]),
  };
}

function between(from: Place, to: Place, part: number): Place {
  return {
    along: from.along + (to.along - from.along) * part,
    across: from.across + (to.across - from.across) * part,
  };
}

function distance(from: Place, to: Place): number {
  return Math.hypot(to.along - from.along, to.across - from.across);
}
