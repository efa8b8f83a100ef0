import type { Figure } from '../content/home.ts';
import { site } from '../content/site.ts';
import Tooltip from '../islands/tooltip.tsx';
import { SampleNote } from './sample-note.tsx';

interface Props {
  readonly figures: readonly Figure[];
  /** Keeps the ids of the tips on a page apart. */
  readonly id: string;
  readonly columns: keyof typeof COLUMNS;
}

/** The most columns. Two and four become fewer where a figure would not fit. */
const COLUMNS = {
  2: 'grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))]',
  3: 'sm:grid-cols-3 print:grid-cols-3',
  4: '[--least:34%] grid-cols-[repeat(auto-fit,minmax(min(max(8.5rem,var(--least)),100%),1fr))] sm:[--least:21%]',
} as const;

/** Figures in equal columns, each with what it counts. A tip opens below or above the whole figure and covers none. */
export function FigureList({ figures, id, columns }: Props) {
  return (
    <dl className={`grid gap-x-8 gap-y-8 ${COLUMNS[columns]}`}>
      {figures.map(({ figure, term, meaning, note }, index) => (
        <div
          key={term}
          data-figure
          className="flex flex-col [anchor-name:--figure] [anchor-scope:--figure] border-t border-control pt-4"
        >
          <dt className="order-1 mt-1 flex grow flex-col text-small">
            <span className="text-balance">
              {meaning ? (
                <Tooltip id={`${id}-${index + 1}`} term={term}>
                  {meaning}
                </Tooltip>
              ) : (
                term
              )}
            </span>
            {note && <span className="mt-1 text-caption text-muted">{note}</span>}
          </dt>
          <dd className="text-figure font-bold tracking-tight wrap-normal">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The sources of a section's figures, once they are known. */
export function Evidence({ text }: { readonly text: string }) {
  if (text === '') return null;
  return <p className="mt-6 max-w-[60em] text-caption text-muted">{`${site.evidenceTerm} ${text}`}</p>;
}

/** What the client has yet to confirm about the figures of a section. */
export function Assignment({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <p className="mt-6 text-caption text-muted">
      {text} <SampleNote text={text} />
    </p>
  );
}
