import { record } from '../content/home.ts';
import { Section } from '../ui/section.tsx';

/** The result of the work, once: the record of a plot that does not exist. */
export function PlotRecord() {
  const { heading, lead, plot, mark, values, verdict, decision, missing } = record;
  return (
    <Section id="record" heading={heading} lead={lead} isTinted>
      <figure className="grid border border-ink bg-sheet lg:grid-cols-[2fr_3fr] print:grid-cols-[2fr_3fr]">
        <figcaption className="col-span-full flex flex-wrap justify-between gap-x-4 border-b border-ink px-card py-3">
          <strong>{plot}</strong>
          <span className="text-muted">{mark}</span>
        </figcaption>
        <TitlePlan />
        <div>
          <dl className="grid grid-cols-[fit-content(40%)_1fr_auto] gap-x-4 px-card text-[min(1rem,6.5vw)] sm:grid-cols-[auto_1fr_auto_auto] sm:gap-x-6">
            {values.map(({ term, value, source, date }) => (
              <div key={term} className="col-span-full grid grid-cols-subgrid border-b border-plan py-2.5">
                <dt className="text-muted">{term}</dt>
                <dd className="font-bold max-sm:col-span-2">{value}</dd>
                <dd className="text-muted max-sm:col-start-2">{source}</dd>
                <dd className="text-end text-muted">{date}</dd>
              </div>
            ))}
          </dl>
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 p-card">
            <p className="-rotate-2 border-2 border-red px-4 py-2 text-red">
              <strong className="block text-h3 uppercase">{verdict}</strong>
              {decision}
            </p>
            <p className="max-w-[16em] text-small text-muted">{missing}</p>
          </div>
        </div>
      </figure>
    </Section>
  );
}

/** The plot, and the way to it over its neighbour. */
function TitlePlan() {
  return (
    <svg
      viewBox="0 0 320 240"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className="h-56 w-full border-ink stroke-control max-lg:border-b sm:h-72 lg:h-0 lg:min-h-full lg:border-e print:h-0 print:min-h-full print:border-e print:border-b-0"
    >
      <path className="stroke-plan" d="m-60 222 460-92m-460 122 460-92" />
      <path d="m-40 208 380-76m-394 6 380-76m-394 6 380-76M-40 208-68 68M60 188 32 48m118 122-14-70m104 52L212 12m128 120L312-8" />
      <path className="fill-plot-2 stroke-ink" strokeDasharray="5 3" d="m154 169 18-3-14-70-18 3z" />
      <path
        className="fill-sheet stroke-ink"
        d="m-24 186 40-8-6-30-40 8zm105-21 40-8-6-30-20 4 2 10-20 4zm105-21 36-7-6-30-36 7zm75-15 40-8-6-30-20 4 2 10-20 4z"
      />
      <path className="fill-plot-2 stroke-red stroke-4" stroke="red" d="m46 118 180-36-14-70-180 36z" />
      <g className="fill-ink stroke-none text-[0.7rem]" textAnchor="middle">
        <text x="101" y="154">
          10
        </text>
        <text x="201" y="130">
          11
        </text>
        <text x="129" y="70" className="font-bold">
          12
        </text>
      </g>
    </svg>
  );
}
