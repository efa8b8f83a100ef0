import type { ReactNode } from 'react';
import { account } from '../content/case-study.ts';
import { Estate } from '../drawings/estate.tsx';
import { SampleNote } from '../draft/sample-note.tsx';
import { Section } from '../ui/section.tsx';

/** The account of the case: challenge and approach, the solution, and the results under the estate before and after. */
export function CaseAccount() {
  const { challenge, approach, solution, estate, results } = account;
  const isNamed = solution.parts.every(({ name }) => name);
  return (
    <>
      <div className="page grid gap-x-8 gap-y-10 py-section lg:grid-cols-2 print:grid-cols-2">
        <Part id="challenge" heading={challenge.heading} texts={[challenge.text]} />
        <Part id="approach" heading={approach.heading} texts={[approach.text, approach.method]}>
          <p className="mt-3 print:hidden">
            <a href="/our-approach/" className="link inline-block py-1">
              {account.methodLink}
            </a>
          </p>
        </Part>
      </div>
      <Section id="solution" heading={solution.heading} lead={isNamed ? solution.text : solution.pending} isTinted>
        <ol className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4 print:grid-cols-4">
          {solution.parts.map(({ name, purpose }, index) => (
            <li key={index} className="grid grid-cols-[auto_1fr] content-start gap-x-3 border-t border-control pt-3">
              <span aria-hidden={!!name} className="text-h3 font-bold text-blue">
                {name ? index + 1 : `${solution.part} ${index + 1}`}
              </span>
              {name && <h3 className="text-h3">{name}</h3>}
              {purpose && <p className="col-start-2 mt-2 text-small text-muted first-letter:uppercase">{purpose}</p>}
            </li>
          ))}
        </ol>
      </Section>
      <figure aria-hidden="true" className="pt-section">
        <Estate className="h-44 w-full sm:h-auto print:h-auto" />
        <figcaption className="page flex flex-wrap justify-between gap-x-8 pt-3 text-caption text-muted">
          <span>{estate.before}</span>
          <span>{estate.note}</span>
          <span>{estate.after}</span>
        </figcaption>
      </figure>
      <div className="page py-section text-lead">
        <Part
          id="results"
          heading={results.heading}
          texts={[results.text, results.beforeAndAfter, results.more]}
          isWide
        />
      </div>
    </>
  );
}

interface PartProps {
  readonly id: string;
  readonly heading: string;
  readonly texts: readonly string[];
  /** Beside its heading, not below. */
  readonly isWide?: boolean;
  readonly children?: ReactNode;
}

function Part({ id, heading, texts, isWide = false, children }: PartProps) {
  return (
    <section id={id} className={isWide ? 'grid gap-x-8 lg:grid-cols-2 print:grid-cols-2' : undefined}>
      <h2 className="row-span-3 text-h2">{heading}</h2>
      {texts.filter(Boolean).map((text) => (
        <p key={text} className="mt-3 max-w-[27em] text-pretty">
          {text} <SampleNote text={text} />
        </p>
      ))}
      {children}
    </section>
  );
}
