// Drawn by draw.mjs. Change the drawing in draw/ and run it.

export type SectorStrip = 'site' | 'instruction' | 'title' | 'application' | 'programme' | 'comparables';

/** A strip of street for each sector: what it decides on, in the middle, is edged red, and what informs that is edged blue. */
export function Sector({ strip, className }: { readonly strip: SectorStrip; readonly className: string }) {
  const { plots, houses, planned, subject, data } = STRIPS[strip];
  return (
    <svg
      width="100%"
      height="64"
      shapeRendering="crispEdges"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={`stroke-control ${className}`}
    >
      <svg x="50%" overflow="visible">
        <path className="stroke-plan" d="m-308 61h616" />
        <path className="fill-plot-2 stroke-none" d={data + subject} />
        <path d={SIDES + plots} />
        <path className="fill-sheet stroke-ink" d={SIDE_HOUSES + houses} />
        {planned && <path className="fill-sheet stroke-ink" strokeDasharray="3 2" d={planned} />}
        <path className="stroke-blue stroke-2" stroke="blue" strokeDasharray="7 4" d={data} />
        <path className="stroke-red stroke-4" stroke="red" d={subject} />
      </svg>
    </svg>
  );
}

const SIDES =
  'm-308 2h180v52h-180zm40 0v52m32-52v52m32-52v52m36-52v52m296-52h180v52h-180zm40 0v52m32-52v52m32-52v52m36-52v52';
const SIDE_HOUSES =
  'M-303 43h24v-18h-12v-8h-12zm67 1h-24v-18h12v-8h12zm0 0h24v-18h-12v-8h-12zm37-1h24v-18h-12v-8h-12zm36 0h24v-18h-12v-8h-12zm296 0h24v-18h-12v-8h-12zm67 1h-24v-18h12v-8h12zm0 0h24v-18h-12v-8h-12zm37-1h24v-18h-12v-8h-12zm36 0h24v-18h-12v-8h-12z';

type Strip = Record<'plots' | 'houses' | 'subject' | 'data', string> & { planned?: string };

const STRIPS: Readonly<Record<SectorStrip, Readonly<Strip>>> = {
  site: {
    plots: 'M-128 2h256v52h-256zm32 0v52m32-52v52m128-52v52m32-52v52',
    houses: 'M-96 44h-24v-18h12v-8h12zm0 0h24v-18h-12v-8h-12zm192 0h-24v-18h12v-8h12zm0 0h24v-18h-12v-8h-12z',
    planned: 'M-48 46h24v-15h-12v-9h-12zm48 0h-24v-15h12v-9h12zm0 0h24v-15h-12v-9h-12zm48 0h-24v-15h12v-9h12z',
    subject: 'M-64 2h128v52h-128z',
    data: 'm-96 2h32v52h-32zm160 0h32v52h-32z',
  },
  instruction: {
    plots: 'M-128 2h256v52h-256zm46 0v52m32-52v52m32-52v52m36-52v52m32-52v52m32-52v52',
    houses:
      'M-123 43h24v-18h-12v-8h-12zm73 1h-24v-18h12v-8h12zm0 0h24v-18h-12v-8h-12zm37-1h24v-18h-12v-8h-12zm63 1h-24v-18h12v-8h12zm0 0h24v-18h-12v-8h-12zm37-1h24v-18h-12v-8h-12z',
    subject: 'M-18 2h36v52h-36z',
    data: 'm-82 2h64v52h-64z',
  },
  title: {
    plots: 'M-128 2h256v52h-256zm32 0v52m32-52v52m46-52v52m36-52v52m46-52v52m32-52v52',
    houses:
      'M-96 44h-24v-18h12v-8h12zm0 0h24v-18h-12v-8h-12zm37-1h24v-18h-12v-8h-12zm46 0h24v-18h-12v-8h-12zm36 0h24v-18h-12v-8h-12zm73 1h-24v-18h12v-8h12zm0 0h24v-18h-12v-8h-12z',
    subject: 'M-18 2h36v52h-36z',
    data: 'm18 2h46v52h-46z',
  },
  application: {
    plots: 'M-128 2h256v52h-256zm24 0v52m24-52v52m24-52v52m24-52v52m64-52v52m24-52v52m24-52v52m24-52v52',
    houses:
      'M-128 46h24v-15h-12v-9h-12zm48 0h-24v-15h12v-9h12zm0 0h24v-15h-12v-9h-12zm48 0h-24v-15h12v-9h12zm5-3h24v-18h-12v-8h-12zm59 3h24v-15h-12v-9h-12zm48 0h-24v-15h12v-9h12zm0 0h24v-15h-12v-9h-12zm48 0h-24v-15h12v-9h12z',
    planned: 'M-2 27h20v18h-20z',
    subject: 'M-32 2h64v52h-64z',
    data: 'm-128 2h96v52h-96zm160 0h96v52h-96z',
  },
  programme: {
    plots: 'M-128 2h72v52h-72zm24 0v52m24-52v52m44-52h72v52h-72zm24 0v52m24-52v52m44-52h72v52h-72zm24 0v52m24-52v52',
    houses:
      'M-128 46h24v-15h-12v-9h-12zm48 0h-24v-15h12v-9h12zm0 0h24v-15h-12v-9h-12zm44 0h24v-15h-12v-9h-12zm48 0h-24v-15h12v-9h12zm0 0h24v-15h-12v-9h-12zm44 0h24v-15h-12v-9h-12zm48 0h-24v-15h12v-9h12zm0 0h24v-15h-12v-9h-12z',
    subject: 'M-128 2h72v52h-72zm92 0h72v52h-72zm92 0h72v52h-72z',
    data: 'm-168 2h336v52h-336z',
  },
  comparables: {
    plots: 'M-128 2h256v52h-256zm32 0v52m32-52v52m32-52v52m32-52v52m32-52v52m32-52v52m32-52v52',
    houses:
      'M-96 44h-24v-18h12v-8h12zm0 0h24v-18h-12v-8h-12zm37-1h22v-18h-11v-8h-11zm59 1h-24v-18h12v-8h12zm0 0h24v-18h-12v-8h-12zm37-1h22v-18h-11v-8h-11zm59 1h-24v-18h12v-8h12zm0 0h24v-18h-12v-8h-12z',
    subject: 'M-32 2h64v52h-64z',
    data: 'm-128 2h64v52h-64zm192 0h64v52h-64z',
  },
};
