import type { ReactNode } from 'react';
import { account } from '../content/case-study.ts';
import { Estate } from '../drawings/estate.tsx';
import { SampleNote } from '../ui/sample-note.tsx';
import { Section } from '../ui/section.tsx';

/** The account of the case: challenge and approach beside the estate before, the solution, the results beside it after. */
export function CaseAccount() {
  const { challenge, approach, solution, results } = account;
  const isNamed = solution.parts.every(({ name }) => name);
  return (
    <>
      <Pictured state="before" caption={account.before}>
        <Part heading={challenge.heading} texts={[challenge.text]} />
        <Part heading={approach.heading} texts={[approach.text, approach.method]}>
          <p className="mt-3 print:hidden">
            <a href="/our-approach/" className="link inline-block py-1">
              {account.methodLink}
            </a>
          </p>
        </Part>
      </Pictured>
      <Section id="solution" heading={solution.heading} lead={isNamed ? solution.text : solution.pending} isTinted>
        <ol className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4 print:grid-cols-4">
          {solution.parts.map(({ name, purpose }, index) => (
            <li key={index} className="grid grid-cols-[auto_1fr] content-start gap-x-3 border-t border-control pt-3">
              <span aria-hidden="true" className="text-h3 font-bold text-blue">
                {index + 1}
              </span>
              {name ? <h3 className="text-h3">{name}</h3> : <p className="text-muted">{solution.ordinals[index]}</p>}
              {purpose && <p className="col-start-2 mt-2 text-small text-muted first-letter:uppercase">{purpose}</p>}
            </li>
          ))}
        </ol>
      </Section>
      <Pictured state="after" caption={account.after}>
        <Part heading={results.heading} texts={[results.text, results.more]} />
      </Pictured>
    </>
  );
}

interface PicturedProps {
  readonly state: 'before' | 'after';
  readonly caption: string;
  readonly children: ReactNode;
}

/** A part of the account beside the estate. */
function Pictured({ state, caption, children }: PicturedProps) {
  return (
    <div className="page grid gap-x-8 gap-y-10 py-section lg:grid-cols-2 print:grid-cols-2">
      <div className="grid content-start gap-y-10">{children}</div>
      <figure aria-hidden="true">
        <Estate state={state} className="h-auto w-full" />
        <figcaption className="mt-2 text-caption text-muted">{caption}</figcaption>
      </figure>
    </div>
  );
}

interface PartProps {
  readonly heading: string;
  readonly texts: readonly string[];
  readonly children?: ReactNode;
}

function Part({ heading, texts, children }: PartProps) {
  return (
    <section id={heading.toLowerCase()}>
      <h2 className="text-h2">{heading}</h2>
      {texts.filter(Boolean).map((text) => (
        <p key={text} className="mt-3 max-w-[27em]">
          {text} <SampleNote text={text} />
        </p>
      ))}
      {children}
    </section>
  );
}
