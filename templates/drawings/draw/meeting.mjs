import { line, toPath } from './path.mjs';
import { boundariesOf, layOutRow } from './row.mjs';

const [WIDTH, HEIGHT, FRONT] = [800, 72, 56];
const WIDTHS = { t: 24, s: 34, d: 45 };
const plots = (houses) => houses.split('').map((house) => ({ house, width: WIDTHS[house.toLowerCase()] }));
const MEETING = [
  { house: 'D', width: 54 },
  { house: 'd', width: 54 },
];
const ROW = layOutRow({
  left: -23, // Both ends are cut within a plot, so that the street runs on.

  front: FRONT,
  depth: 2 - FRONT,
  plots: [...plots('DdSsdtTtTDd'), ...MEETING, ...plots('SsDdtTtTDd')],
});
const [DECISION, DATA] = ROW.filter(({ width }) => width === 54);

export function meetingSource() {
  return `
interface Props {
  readonly className: string;
}

/** A street in which two plots meet: the decision, edged red, and its data, edged blue. It fills the box it is given. */
export function Meeting({ className }: Props) {
  return (
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      width="${WIDTH / 2}"
      height="${HEIGHT / 2}"
      preserveAspectRatio="xMidYMid slice"
      shapeRendering="crispEdges"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={\`stroke-control *:[vector-effect:non-scaling-stroke] \${className}\`}
    >
      <path className="stroke-plan" d="${toPath([line([0, FRONT + 5], [WIDTH, FRONT + 5])])}" />
      <path d="${toPath(boundariesOf(ROW))}" />
      <path className="fill-plot-1" d="${toPath(boundariesOf([DECISION, DATA]))}" />
      <path className="fill-sheet stroke-ink" d="${toPath(ROW.map(({ house }) => house))}" />
      <path className="stroke-blue stroke-2" stroke="blue" strokeDasharray="7 4" d="${toPath(boundariesOf([DATA]))}" />
      <path className="stroke-red stroke-4" stroke="red" d="${toPath(boundariesOf([DECISION]))}" />
    </svg>
  );
}
`;
}
