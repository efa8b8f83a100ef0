import { area, box, line, toPath } from './path.mjs';

export function benefitSource() {
  const plots = (...shapes) => toPath(shapes);
  return `
const PIECES = {
  /** One plot put in, four of the same size returned. */
  returned: (
    <>
      <path className="fill-plot-2 stroke-control" d="${plots(box(1, 1, 12, 27))}" />
      <path className="fill-blue stroke-none" d="${plots(...[0, 17, 34, 51].map((x) => box(x, 34, 13, 30)))}" />
    </>
  ),
  /** Two plots, and a house on both of them. */
  joined: (
    <>
      <path className="fill-plot-2 stroke-control" d="${plots(area([1, 1], [33, 1], [33, 17], [63, 17], [63, 63], [1, 63]))}" />
      <path className="fill-sheet stroke-ink" d="${plots(area([13, 27], [33, 27], [33, 33], [51, 33], [51, 51], [13, 51]))}" />
      <path className="stroke-blue" strokeDasharray="5 3" d="${plots(line([33, 18], [33, 62]))}" />
    </>
  ),
  /** One plot whose edge is certain. */
  edged: (
    <>
      <path className="fill-plot-2 stroke-control" d="${plots(box(1, 1, 62, 62), line([21, 1], [21, 63]), line([21, 43], [63, 43]))}" />
      <path className="fill-sheet stroke-blue stroke-4" d="${plots(box(21, 2, 41, 41))}" />
      <path className="stroke-ink" d="${plots(area([33, 14], [51, 14], [51, 31], [41, 31], [41, 25], [33, 25]))}" />
    </>
  ),
  /** Two plots on one scale. */
  compared: (
    <>
      <path className="fill-plot-3 stroke-none" d="${plots(box(1, 43, 28, 20))}" />
      <path className="fill-blue stroke-none" d="${plots(box(35, 19, 28, 44))}" />
      <path className="stroke-control" d="${plots(box(1, 1, 28, 62), box(35, 1, 28, 62))}" />
    </>
  ),
} as const;

interface Props {
  readonly piece: keyof typeof PIECES;
  readonly className?: string;
}

/** A piece of a plan for each benefit. */
export function Benefit({ piece, className = '' }: Props) {
  return (
    <svg
      viewBox="0 0 64 64"
      width="64"
      height="64"
      shapeRendering="crispEdges"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={\`stroke-2 \${className}\`}
    >
      {PIECES[piece]}
    </svg>
  );
}
`;
}
