import type { Params, Paths } from 'sitegen';
import { offered } from './questions.ts';
import { draft, questions } from './words.ts';

export const { meta } = draft;

/** `/draft/`, as long as a question to the client is open. */
export const paths: Paths<Params<'/[draft]'>> = questions.length > 0 ? [{ params: { draft: 'draft' } }] : [];

export default function DraftPage() {
  const numbered = questions.map((question, index) => ({ ...question, number: index + 1 }));
  return (
    <div className="page py-section">
      <h1 className="text-h1">{draft.heading(questions.length)}</h1>
      <p className="mt-5 text-lead text-muted">{draft.lead}</p>
      <details className="mt-6 print:hidden">
        <summary className="link w-fit cursor-pointer py-1">{draft.asText}</summary>
        <textarea
          readOnly
          rows={16}
          aria-label={draft.asText}
          className="field mt-2 text-small"
          defaultValue={numbered.map(draft.asParagraph).join('\n\n')}
        />
      </details>
      {[...new Set(questions.map(({ who }) => who))].map((person) => (
        <section
          key={person}
          className="mt-10 grid grid-cols-1 gap-x-8 border-t border-control pt-3 lg:grid-cols-[1fr_3fr] print:mt-5 print:break-inside-auto"
        >
          <h2 className="mb-1 pt-2 text-h3">{person}</h2>
          <ol>
            {numbered
              .filter(({ who }) => who === person)
              .map(({ number, what, sample, place }) => (
                <li
                  key={number}
                  id={`q${number}`}
                  className="grid max-w-none grid-cols-[2.5rem_minmax(0,1fr)] items-baseline break-inside-avoid border-b border-plan py-2.5 target:bg-tint sm:grid-cols-[2.5rem_minmax(0,1fr)_13rem] print:py-1"
                >
                  <p className="font-bold text-blue">{number}</p>
                  <div className="sm:pe-6">
                    <p className="first-letter:uppercase">{what}</p>
                    {sample && <p className="text-small text-muted">{draft.shown(sample)}</p>}
                  </div>
                  <a
                    href={place}
                    className="link justify-self-start text-small first-letter:uppercase max-sm:col-start-2"
                  >
                    {draft.placeName(place)}
                  </a>
                </li>
              ))}
          </ol>
        </section>
      ))}
      <h2 className="mt-10 border-t border-control pt-5 text-h3">{draft.optional}</h2>
      <ul className="mt-3 list-disc ps-6">
        {offered.map((what) => (
          <li key={what} className="first-letter:uppercase">
            {what}
          </li>
        ))}
      </ul>
    </div>
  );
}
