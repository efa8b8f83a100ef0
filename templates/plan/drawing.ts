import type { Point } from './ground.ts';
import type { Plot } from './plots.ts';
import type { Town } from './town.ts';

/** The part of the town that a drawing shows. */
export interface View {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The data of the plan: plots are tinted in four steps. */
const TINTS = [0, 1, 2, 3] as const;

/** What is edged red: a few plots, the same with nothing on them, or all plots between two streets. */
export type Subject = 'parcel' | 'empty parcel' | 'estate';

/** Outlines as `d` attributes of SVG paths. */
export interface Drawing {
  readonly viewBox: string;
  readonly streets: string;
  /** One for each of `TINTS`. */
  readonly plots: readonly string[];
  readonly buildings: string;
  readonly around: string;
  readonly subject: string;
  readonly trees: string;
  readonly crosses: string;
  readonly numbers: readonly Point[];
}

const GRID = 160;

export function drawTown(town: Town, view: View, subject: Subject): Drawing {
  const isInView = (points: readonly Point[]) => overlaps(points, view);
  const isSubject = (plot: Plot) => subject !== 'estate' && town.subject.includes(plot);
  const plots = town.rows.flat().filter(({ boundary }) => isInView(boundary));
  const built = plots.filter((plot) => subject !== 'empty parcel' || !isSubject(plot));
  const tinted = (tint: number) => plots.filter((plot) => tint === (isSubject(plot) ? 0 : tintOf(plot)));
  return {
    viewBox: [view.left, view.top, view.width, view.height].join(' '),
    streets: town.streets.filter(isInView).map(toPath).join(''),
    plots: TINTS.map((tint) => toAreas(tinted(tint).map(({ boundary }) => boundary))),
    buildings: toAreas(built.flatMap(({ buildings }) => buildings).filter(isInView)),
    around: subject === 'estate' ? '' : toAreas(town.around.map(outlineOf)),
    subject: toAreas([subject === 'estate' ? town.estate : outlineOf(town.subject)]),
    trees: town.trees.map(({ x, y }) => `M${Math.round(x)} ${Math.round(y)}h.1`).join(''),
    crosses: drawCrosses(view),
    numbers: town.numbered.map(({ garden: { x, y } }) => ({ x: Math.round(x), y: Math.round(y) })),
  };
}

function overlaps(points: readonly Point[], { left, top, width, height }: View): boolean {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const isBeside = Math.max(...xs) < left || Math.min(...xs) > left + width;
  return !isBeside && Math.max(...ys) >= top && Math.min(...ys) <= top + height;
}

/** A value for each plot that changes slowly across the town, in four steps. */
function tintOf({ boundary: [front, , back] }: Plot): number {
  const [x, y] = [(front.x + back.x) / 2, (front.y + back.y) / 2];
  const value = Math.sin(x / 88 + 2.2) + Math.cos(y / 104 + 0.4) + 0.55 * Math.sin(x * 12.9 + y * 7.2);
  return TINTS.filter((tint) => value > tint * 0.66 - 1).at(-1) ?? 0;
}

/** The common boundary of adjoining plots, from left to right. */
function outlineOf(plots: readonly Plot[]): Point[] {
  const fronts = plots.map(({ boundary: [, right] }) => right);
  const backs = plots.toReversed().map(({ boundary: [, , , left] }) => left);
  const [first, last] = [plots[0]!.boundary, plots.at(-1)!.boundary];
  return [first[0], ...fronts, last[2], ...backs];
}

function toAreas(outlines: readonly (readonly Point[])[]): string {
  return outlines.map((outline) => `${toPath(outline)}z`).join('');
}

/** In whole units, each point after the first as its distance from the one before: that is the shortest. */
function toPath(points: readonly Point[]): string {
  const rounded = points.map(({ x, y }) => [Math.round(x), Math.round(y)] as const);
  return rounded
    .map(([x, y], index) => {
      const before = rounded[index - 1];
      if (!before) return `M${pair(x, y)}`;
      return `${index === 1 ? 'l' : ' '}${pair(x - before[0], y - before[1])}`;
    })
    .join('')
    .replaceAll(' -', '-');
}

function pair(x: number, y: number): string {
  return `${x} ${y}`;
}

function drawCrosses({ left, top, width, height }: View): string {
  const lines: string[] = [];
  for (let x = Math.ceil((left + 12) / GRID) * GRID; x < left + width - 6; x += GRID) {
    for (let y = Math.ceil((top + 12) / GRID) * GRID; y < top + height - 6; y += GRID) {
      lines.push(`M${x - 6} ${y}h12m-6-6v12`);
    }
  }
  return lines.join('');
}
