import { TOWN } from './paths.ts';

export type TownCrop = keyof typeof TOWN.crops;

interface Decision {
  /** The plots edged red: the decision. */
  readonly subject: string;
  /** The plots edged by dashes, in the hero: the data behind the decision. */
  readonly data?: string;
}

interface Crop extends Decision {
  readonly viewBox: string;
  /** Where the red line moves to, once. */
  readonly next?: Decision;
  /** True for lines and houses alone, on a dark band. */
  readonly isBand?: true;
  readonly isEmpty?: true;
}

/**
 * A plan of a town, or a part of it, which fills the box it is given. As in all drawings, attributes without a class of
 * the same meaning are for readers without the stylesheet: share cards, and pages that have lost it.
 */
export function Town({ crop, className }: { readonly crop: TownCrop; readonly className: string }) {
  const { viewBox, next, isBand, isEmpty, ...first }: Crop = TOWN.crops[crop];
  const [, , width, height] = viewBox.split(' ');
  return (
    <svg
      viewBox={viewBox}
      width={width}
      height={height}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={`stroke-control ${className}`}
    >
      {!isBand && (
        <>
          <path className="fill-plot-2 stroke-none" d={TOWN.inHand} />
          <path className="stroke-plan" stroke="silver" strokeWidth="15" d={TOWN.streets} />
          <path className="stroke-sheet" stroke="white" strokeWidth="13.6" d={TOWN.streets} />
        </>
      )}
      <path {...FIXED} d={TOWN.lines} />
      <path {...FIXED} className={isBand ? 'fill-plan' : 'fill-sheet stroke-ink'} d={TOWN.houses} />
      {next && <Edges {...next} className="next" />}
      <Edges {...first} className={next ? 'first' : ''} fill={isEmpty ? 'fill-sheet' : ''} />
    </svg>
  );
}

/** Strokes that are as wide in any crop. */
const FIXED = { vectorEffect: 'non-scaling-stroke' } as const;

function Edges({
  subject,
  data,
  className,
  fill = '',
}: Decision & { readonly className: string; readonly fill?: string }) {
  return (
    <g className={className}>
      {data && <path {...FIXED} className="stroke-ink stroke-2" strokeDasharray="7 4" d={data} />}
      <path {...FIXED} className={`stroke-red stroke-4 ${fill}`} stroke="red" d={subject} />
    </g>
  );
}
