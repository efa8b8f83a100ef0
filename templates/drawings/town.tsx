import { TOWN } from './paths.ts';

export type TownCrop = keyof typeof TOWN.crops;

interface Decision {
  /** The plots edged red: the decision. */
  readonly subject?: string;
  /** The plots edged by dashes: the data behind the decision. */
  readonly data?: string;
}

/** On a dark band, a part has lines and houses alone. */
type Crop = Decision & { readonly viewBox: string; readonly isBand?: true; readonly isEmpty?: true };

/**
 * A plan of a town, or a part of it, which fills the box it is given. As in all drawings, attributes without a class of
 * the same meaning are for readers without the stylesheet: share cards, and pages that have lost it.
 */
export function Town({ crop, className }: { readonly crop: TownCrop; readonly className: string }) {
  const { viewBox, isBand, isEmpty, ...decision }: Crop = TOWN.crops[crop];
  const [, , width, height] = viewBox.split(' ');
  return (
    <svg {...DRAWING} viewBox={viewBox} width={width} height={height} className={`stroke-control ${className}`}>
      {!isBand && (
        <>
          <path className="fill-plot-2 stroke-none" d={TOWN.inHand} />
          <path className="stroke-plan" stroke="silver" strokeWidth="15" d={TOWN.streets} />
          <path className="stroke-sheet" stroke="white" strokeWidth="13.6" d={TOWN.streets} />
        </>
      )}
      <path {...FIXED} d={TOWN.lines} />
      <path {...FIXED} className={isBand ? 'fill-plan' : 'fill-sheet stroke-ink'} d={TOWN.houses} />
      <Edges {...decision} fill={isEmpty && 'fill-sheet'} />
    </svg>
  );
}

/** A plan whose red line moves once. The lines that move are drawings of their own: the town is not painted again. */
export function MovingTown({ className }: { readonly className: string }) {
  const { viewBox } = TOWN.crops.plan;
  return (
    <div className={`relative ${className}`}>
      <Town crop="plan" className="absolute size-full" />
      <svg {...DRAWING} viewBox={viewBox} className="next absolute size-full">
        <Edges {...TOWN.next} />
      </svg>
      <svg {...DRAWING} viewBox={viewBox} className="first absolute size-full">
        <Edges {...TOWN.first} />
      </svg>
    </div>
  );
}

function Edges({ subject, data, fill = '' }: Decision & { readonly fill?: string | undefined }) {
  return (
    <>
      {data && <path {...FIXED} className="stroke-ink stroke-2" strokeDasharray="7 4" d={data} />}
      {subject && <path {...FIXED} className={`stroke-red stroke-4 ${fill}`} stroke="red" d={subject} />}
    </>
  );
}

const DRAWING = {
  preserveAspectRatio: 'xMidYMid slice',
  fill: 'none',
  stroke: 'currentColor',
  'aria-hidden': true,
} as const;

/** Strokes that are as wide in any crop. */
const FIXED = { vectorEffect: 'non-scaling-stroke' } as const;
