import { drawTown, type Subject, type View } from '../plan/drawing.ts';
import { buildTown } from '../plan/town.ts';

/** The town of all plans on the site. */
const TOWN = buildTown(9);

interface Props {
  /** The id of its streets, unique on the page. */
  readonly id: string;
  readonly view: View;
  readonly className: string;
  readonly subject?: Subject;
  /** Whether the plots that stand for the sectors have their numbers. */
  readonly isNumbered?: boolean;
}

/** A part of the town: the subject edged red, its neighbours edged blue, the other plots in four tints. Decoration. */
export function Plan({ id, view, className, subject = 'parcel', isNumbered = false }: Props) {
  const drawing = drawTown(TOWN, view, subject);
  return (
    <svg
      viewBox={drawing.viewBox}
      preserveAspectRatio="xMidYMid slice"
      className={`plan ${className}`}
      aria-hidden="true"
      focusable="false"
    >
      <Streets id={id} d={drawing.streets} />
      {drawing.plots.map((plots, tint) => (
        <path key={tint} className={`plan-${tint}`} d={plots} />
      ))}
      {subject === 'empty parcel' && <path className="plan-empty" d={drawing.subject} />}
      <path className="plan-trees" d={drawing.trees} />
      <path className="plan-0 plan-building" d={drawing.buildings} />
      {drawing.around && <path className="plan-around" d={drawing.around} />}
      <path className="plan-subject" d={drawing.subject} />
      <path className="plan-crosses" d={drawing.crosses} />
      {isNumbered &&
        drawing.numbers.map(({ x, y }, index) => (
          <text key={index} x={x} y={y + 5}>
            {index + 1}
          </text>
        ))}
    </svg>
  );
}

/** Each street is four lines, one on the other: its edges, its footways, its kerbs, its roadway. */
function Streets({ id, d }: { readonly id: string; readonly d: string }) {
  return (
    <>
      <defs>
        <path id={id} d={d} />
      </defs>
      {['plan-edges', 'plan-footways', 'plan-kerbs', 'plan-roadway'].map((className) => (
        <use key={className} href={`#${id}`} className={className} />
      ))}
    </>
  );
}
