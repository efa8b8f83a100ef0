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
      <div className="grid gap-x-8 gap-y-12 lg:grid-cols-2">
        <Part
          heading={challenge.heading}
          picture={<Estate state="before" className="h-auto w-full" />}
          caption={account.before}
        >
          <p className="mt-2">{challenge.text}</p>
        </Part>
        <Part
          heading={approach.heading}
          picture={<Estate state="after" className="h-auto w-full" />}
          caption={account.after}
        >
          <p className="mt-2">{approach.text}</p>
          {approach.method && <p className="mt-2">{approach.method}</p>}
        </Part>
      </div>
      <section className="mt-section">
        <h2 className="text-h2">{solution.heading}</h2>
        <p className="mt-3 text-lead text-muted">{solution.text}</p>
        <ol className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-4 lg:gap-6">
          {solution.ordinals.map((ordinal, index) => (
            <li key={ordinal} className="border border-plan p-card">
              <span className="block text-figure font-bold text-blue" aria-hidden="true">
                {index + 1}
              </span>
              <span className="mt-3 block">{solution.parts[index] || ordinal}</span>
            </li>
          ))}
        </ol>
        {solution.parts.includes('') && <p className="mt-4 text-caption text-muted">{solution.pending}</p>}
      </section>
      <div className="mt-section grid gap-x-8 gap-y-12 lg:grid-cols-2">
        <section>
          <h2 className="text-h3">{results.heading}</h2>
          <p className="mt-4 max-w-[22em] text-h2 text-balance">{results.text}</p>
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
      <h2 className="mt-5 text-h3">{heading}</h2>
      {children}
    </section>
  );
}
