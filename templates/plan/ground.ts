/** A place on the plan, in the units of its drawing. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A place in the town: how far along its main street, and how far to the right of it. */
export interface Place {
  readonly along: number;
  readonly across: number;
}

/** Half of the town's length, and where on the drawing its middle is. */
const REACH = 640;
const MIDDLE: Point = { x: 240, y: 240 };

/** The main street rises to the right, steepest to the right of the middle. In radians. */
const heading = (along: number): number => -0.24 - 0.28 * Math.cos(along / 165 - 0.8);

/** The line of the main street, a point for each unit of its length. */
const line = followHeading();

function followHeading(): readonly Point[] {
  const forward = walk(1);
  const back = walk(-1);
  return [...back.slice(1).toReversed(), ...forward];
}

function walk(direction: 1 | -1): Point[] {
  const points = [MIDDLE];
  for (let step = 1; step <= REACH; step += 1) {
    const { x, y } = points[step - 1]!;
    const angle = heading(direction * (step - 0.5));
    points.push({ x: x + direction * Math.cos(angle), y: y + direction * Math.sin(angle) });
  }
  return points;
}

/** Where a place of the town is on the drawing. Streets that are straight in the town bend with its main street. */
export function toPoint({ along, across }: Place): Point {
  const index = Math.max(0, Math.min(line.length - 1, Math.round(along) + REACH));
  const { x, y } = line[index]!;
  const rest = along - (index - REACH);
  const angle = heading(along);
  return {
    x: x + rest * Math.cos(angle) - across * Math.sin(angle),
    y: y + rest * Math.sin(angle) + across * Math.cos(angle),
  };
}
