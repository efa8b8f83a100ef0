import type { ReactNode } from 'react';
import { account, dossier } from '../content/case-study.ts';
import { Fact } from './fact.tsx';

/** The case: its facts in the margin, its account beside them. */
export function Dossier() {
  return (
    <div className="rails-side border-t border-ink">
      <div className="gutter py-8">
        <div className="lg:sticky lg:top-8">
          <Facts />
        </div>
      </div>
      <div className="account">
        <Part heading={account.challenge.heading}>
          <Paragraph text={account.challenge.text} />
        </Part>
        <Part heading={account.approach.heading}>
          <Paragraph text={account.approach.text} />
        </Part>
        <Part heading={account.solution.heading}>
          <Paragraph text={account.solution.text} />
          <ParagraphList items={account.solution.items} />
        </Part>
        <Part heading={account.results.heading}>
          <Paragraph text={account.results.text} />
          <Paragraph text={account.results.more} />
        </Part>
      </div>
    </div>
  );
}

function Facts() {
  return (
    <>
      <h2 className="text-h3">{dossier.heading}</h2>
      <dl className="mt-4 border-b border-control text-small">
        {dossier.facts.map(({ term, fact }) => (
          <div key={term} className="flex flex-wrap gap-x-4 border-t border-control py-3">
            <dt className="w-20 text-muted">{term}</dt>
            <dd className="flex-[1_1_12rem]">
              <Fact text={fact} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Part({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="gutter text-h3">{heading}</h2>
      <div className="gutter grid gap-3">{children}</div>
    </section>
  );
}

function Paragraph({ text }: { readonly text: string }) {
  return (
    <p>
      <Fact text={text} />
    </p>
  );
}

function ParagraphList({ items }: { readonly items: readonly string[] }) {
  return (
    <ol className="border-b border-control">
      {items.map((item, index) => (
        <li key={item} className="grid max-w-none grid-cols-[2rem_1fr] border-t border-control py-3">
          <span aria-hidden="true" className="text-muted">
            {index + 1}
          </span>
          <Paragraph text={item} />
        </li>
      ))}
    </ol>
  );
}
