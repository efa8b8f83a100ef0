import type { Params, Paths } from 'sitegen';
import { questions } from '../content/company.ts';
import { PLACES } from '../content/questions.ts';
import { draft } from '../content/site.ts';

export const { meta } = draft;

/** `/draft/`, as long as a question to the client is open. */
export const paths: Paths<Params<'/[draft]'>> = questions.length > 0 ? [{ params: { draft: 'draft' } }] : [];

export default function DraftPage() {
  const people = new Set(questions.map(({ who }) => who));
  return (
    <div className="page py-section">
      <h1 className="text-h1">{draft.heading(questions.length)}</h1>
      <p className="mt-5 text-lead text-muted">{draft.lead}</p>
      {[...people].map((person) => (
        <section
          key={person}
          className="mt-10 grid gap-x-8 gap-y-1 border-t border-control pt-3 lg:grid-cols-[1fr_2fr]"
        >
          <h2 className="pt-2 text-h3">{person}</h2>
          <ol>
            {questions
              .filter(({ who }) => who === person)
              .map(({ what, place }) => (
                <li key={what} className="max-w-none justify-between gap-6 border-b border-plan py-2 sm:flex">
                  <span className="block first-letter:uppercase">{what}</span>
                  <a href={place} className="link whitespace-nowrap">
                    {PLACES[place]}
                  </a>
                </li>
              ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
