import type { ReactNode } from 'react';
import { account } from '../content/case-study.ts';
import { Estate } from '../drawings/estate.tsx';
import { SampleNote } from '../ui/sample-note.tsx';
import { Section } from '../ui/section.tsx';

/** The account of the case: challenge and approach beside the estate before, the solution, the results beside it after. */
export function CaseAccount() {
  const { challenge, approach, solution, results } = account;
  return (
    <>
      <Pictured state="before" caption={account.before}>
        <Part heading={challenge.heading} texts={[challenge.text]} />
        <Part heading={approach.heading} texts={[approach.text, approach.method]} />
      </Pictured>
      <Section id="solution" heading={solution.heading} lead={solution.text} isTinted>
        <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-8 gap-y-4">
          {solution.ordinals.map((ordinal, index) => (
            <li
              key={ordinal}
              className="border-t border-control pt-3 before:me-3 before:font-bold before:text-blue before:content-[counter(list-item)]"
            >
              {solution.parts[index] || ordinal}
            </li>
          ))}
        </ol>
        {solution.parts.includes('') && <p className="mt-4 text-caption text-muted">{solution.pending}</p>}
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
      <figure>
        <Estate state={state} className="h-auto w-full" />
        <figcaption className="mt-2 text-caption text-muted">{caption}</figcaption>
      </figure>
    </div>
  );
}

function Part({ heading, texts }: { readonly heading: string; readonly texts: readonly string[] }) {
  return (
    <section id={heading.toLowerCase()}>
      <h2 className="text-h2">{heading}</h2>
      {texts.filter(Boolean).map((text) => (
        <p key={text} className="mt-3 max-w-[27em]">
          {text} <SampleNote text={text} />
        </p>
      ))}
    </section>
  );
}
