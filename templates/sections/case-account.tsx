import type { ReactNode } from 'react';
import { account, testimonial } from '../content/case-study.ts';
import { caseStudyTestimonial } from '../content/company.ts';
import { Estate } from '../drawings/estate.tsx';
import { Testimonial } from './testimonial.tsx';

/** The account of the case: challenge and approach below the estate before and after, the solution, the results. */
export function CaseAccount() {
  const { challenge, approach, solution, results } = account;
  return (
    <div className="page py-section">
      <div className="grid gap-x-8 gap-y-12 lg:grid-cols-2 print:gap-y-section">
        <Part
          heading={challenge.heading}
          picture={<Estate state="before" className="h-auto w-full" />}
          caption={account.before}
        >
          <p className="mt-3">{challenge.text}</p>
        </Part>
        <Part
          heading={approach.heading}
          picture={<Estate state="after" className="h-auto w-full" />}
          caption={account.after}
        >
          <p className="mt-3">{approach.text}</p>
          {approach.method && <p className="mt-3">{approach.method}</p>}
        </Part>
      </div>
      <section className="mt-section">
        <h2 className="text-h2">{solution.heading}</h2>
        <p className="mt-3 text-lead text-muted">{solution.text}</p>
        <ol className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-8 gap-y-4">
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
      </section>
      <div className="mt-section grid gap-x-8 gap-y-12 print:gap-y-section lg:grid-cols-2">
        <section>
          <h2 className="text-h2">{results.heading}</h2>
          <p className="mt-3 max-w-[22em] text-lead text-balance">{results.text}</p>
          {results.more && <p className="mt-3">{results.more}</p>}
        </section>
        <Testimonial {...testimonial} {...caseStudyTestimonial} />
      </div>
    </div>
  );
}

interface PartProps {
  readonly heading: string;
  readonly picture: ReactNode;
  readonly caption: string;
  readonly children: ReactNode;
}

function Part({ heading, picture, caption, children }: PartProps) {
  return (
    <section>
      <figure className="print:hidden">
        {picture}
        <figcaption className="mt-2 text-caption text-muted">{caption}</figcaption>
      </figure>
      <h2 className="mt-6 text-h2 print:mt-0">{heading}</h2>
      {children}
    </section>
  );
}
