import { options } from '../content/approach.ts';
import { Bar } from './bar.tsx';
import { Fact } from './fact.tsx';
import { SectionHead } from './section-head.tsx';

/** How many months the drawing is wide: those of the longest option, and room for its label. */
const SCALE = 30;

/** The three options as a table whose durations are drawn to one scale. */
export function Options() {
  const { name, duration } = options.columns;
  return (
    <section className="border-t border-ink bg-tint">
      <SectionHead heading={options.heading} lead={options.lead} />
      <table className="options">
        <thead>
          <tr>
            {[name, duration].map((column) => (
              <th key={column} scope="col" className="label font-normal text-muted">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {options.rows.map((option) => (
            <tr key={option.name}>
              <th scope="row" className="gutter">
                <span className="block text-h3 font-bold">{option.name}</span>
                <span className="mt-1 block font-normal text-muted">{option.question}</span>
                {option.open && (
                  <span className="mt-2 block font-normal">
                    <Fact text={option.open} />
                  </span>
                )}
              </th>
              <td>
                <Bar scale={SCALE} {...option.months} label={option.duration} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="gutter max-w-none border-t border-control py-4 text-caption text-muted">{options.key}</p>
    </section>
  );
}
