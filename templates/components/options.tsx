import { options } from '../content/approach.ts';
import { SectionHead } from './section-head.tsx';

/** The three options side by side: a table, which narrow screens show as one block an option. */
export function Options() {
  const { name, duration, scope, question } = options.columns;
  return (
    <section className="border-t border-ink bg-tint">
      <SectionHead heading={options.heading} lead={options.lead} />
      <table className="options">
        <thead>
          <tr>
            {[name, duration, scope, question].map((column) => (
              <th key={column} scope="col" className="label font-normal text-muted">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {options.rows.map((row) => (
            <tr key={row.name}>
              <th scope="row" className="text-h3 font-bold">
                {row.name}
              </th>
              <Cell label={duration}>{row.duration}</Cell>
              <Cell label={scope}>{row.scope}</Cell>
              <Cell label={question}>{row.question}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Narrow screens have no head of columns, so each cell says there what it holds. */
function Cell({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <td>
      <span className="label block text-muted lg:hidden">{label}</span>
      {children}
    </td>
  );
}
