/**
 * How wide the plot of a house is, in units of the drawing: terraced, semi-detached, detached, and a passage between
 * plots. The plot of a capital letter is the mirror image of that of the small one.
 */
export const HOUSES = { t: 19, T: 19, s: 27, S: 27, d: 37, D: 39, '-': 7 } as const;
export type House = keyof typeof HOUSES;

/** Corners of a building: from 0 on the left boundary to 1 on the right one, and how far behind the front. */
type Outline = readonly (readonly [side: number, back: number])[];

/** The buildings of a plot. Houses of a kind differ a little. */
export function buildingsOf(house: House, random: () => number): Outline[] {
  const [chance, shift] = [random(), Math.round(random() * 4)];
  const outlines = outlinesOf(house, chance, shift);
  const isMirrored = house !== house.toLowerCase();
  return isMirrored ? outlines.map((outline) => outline.map(([side, back]) => [1 - side, back] as const)) : outlines;
}

function outlinesOf(house: House, chance: number, shift: number): Outline[] {
  switch (house.toLowerCase()) {
    case 't': // as wide as its plot, with an outrigger
      return [wing(bar(0, 1, 8, 26), 0.52, 37)];
    case 's': // touches its neighbour on the left, and has a drive on the right
      return [
        chance < 0.45 ? wing(bar(0, 0.74, 13, 33), 0.38, 40) : bar(0, 0.74, 13, chance < 0.7 ? 36 : 33),
        ...(chance > 0.6 ? [bar(0.78, 0.98, 36, 48)] : []),
      ];
    default:
      return [
        chance < 0.6
          ? wing(bar(0.14, 0.82, 13 + shift, 34 + shift), 0.5, 44 + shift)
          : bar(0.16, 0.78, 12 + shift, 36 + shift),
        ...(chance > 0.35 ? [bar(0.8, 0.98, 41, 54)] : []),
      ];
  }
}

function bar(left: number, right: number, front: number, back: number): Outline {
  return [
    [left, front],
    [right, front],
    [right, back],
    [left, back],
  ];
}

/** A building with a wing behind its left part: an L. */
function wing([first, second, third, last]: Outline, right: number, back: number): Outline {
  return [first!, second!, third!, [right, third![1]], [right, back], [last![0], back]];
}
