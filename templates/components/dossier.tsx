import { account, dossier } from '../content/case-study.ts';

/** The case: its facts in the margin, its account beside them. */
export function Dossier() {
  return (
    <div className="grid border-t border-ink lg:grid-cols-12">
      <div className="gutter border-b border-control py-10 lg:col-span-4 lg:border-r lg:border-b-0 lg:py-16">
        <div className="lg:sticky lg:top-8">
          <Facts />
        </div>
      </div>
      <div className="gutter grid gap-12 py-10 lg:col-span-8 lg:py-16">
        <Part {...account.challenge} />
        <Part {...account.approach} />
        <Solution />
        <Part {...account.results} />
      </div>
    </div>
  );
}

function Facts() {
  return (
    <>
      <h2 className="label font-normal text-muted">{dossier.heading}</h2>
      <dl className="mt-4 border-b border-control text-small">
        {dossier.facts.map(({ term, fact }) => (
          <div key={term} className="grid grid-cols-[6rem_1fr] gap-4 border-t border-control py-3">
            <dt className="text-muted">{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Part({ heading, text }: { readonly heading: string; readonly text: string }) {
  return (
    <section>
      <h2 className="text-h2">{heading}</h2>
      <p className="mt-4">{text}</p>
    </section>
  );
}

function Solution() {
  const { heading, text, items } = account.solution;
  return (
    <section>
      <h2 className="text-h2">{heading}</h2>
      <p className="mt-4">{text}</p>
      <ol className="mt-6 border-b border-control">
        {items.map((item, index) => (
          <li key={item.name} className="grid max-w-none grid-cols-[2.5rem_1fr] border-t border-control py-4">
            <span aria-hidden="true" className="text-muted">
              {index + 1}
            </span>
            <div>
              <h3 className="font-bold">{item.name}</h3>
              <p className="text-muted">{item.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
