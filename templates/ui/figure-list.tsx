import type { Figure } from '../content/home.ts';
import { site } from '../content/site.ts';
import Tooltip from '../islands/tooltip.tsx';
import { SampleNote } from '../draft/sample-note.tsx';

interface Props {
  readonly figures: readonly Figure[];
  /** Keeps the ids of the tips on a page apart. */
  readonly id: string;
  readonly assignment?: string;
  readonly evidence: string;
  readonly className?: string;
}

/** Figures in equal columns, each with what it counts. A tip opens above all of them and their evidence, or below. */
export function FigureList({ figures, id, assignment = '', evidence, className = '' }: Props) {
  return (
    <div data-figures className="[anchor-name:--figures] [anchor-scope:--figures]">
      <dl className={`figures gap-x-5 gap-y-8 sm:gap-x-8 ${className}`}>
        {figures.map(({ figure, term, meaning }, index) => (
          <div
            key={term}
            className="flex flex-col border-t border-control pt-4 [anchor-name:--figure] [anchor-scope:--figure]"
          >
            <dt className="order-1 mt-1 grow text-small text-balance">
              {meaning ? (
                <Tooltip id={`${id}-${index + 1}`} term={term}>
                  {meaning}
                </Tooltip>
              ) : (
                term
              )}
            </dt>
            <dd className="text-figure font-bold tracking-tight wrap-normal">{figure}</dd>
          </div>
        ))}
      </dl>
      <Basis assignment={assignment} evidence={evidence} />
    </div>
  );
}

/** What figures rest on: what the client has yet to confirm, and their sources once they are known. */
export function Basis({ assignment, evidence }: { readonly assignment: string; readonly evidence: string }) {
  return (
    <>
      {assignment && (
        <p className="mt-6 text-caption text-muted">
          {assignment} <SampleNote text={assignment} />
        </p>
      )}
      {evidence && <p className="mt-6 max-w-[60em] text-caption text-muted">{`${site.evidenceTerm} ${evidence}`}</p>}
    </>
  );
}
