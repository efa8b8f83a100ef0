import { caseStudy } from '../content/case-study.ts';
import { Plan } from './plan.tsx';

/** The opening of the case study: what it is, and a plan of an estate. */
export function CaseHead() {
  return (
    <div className="rails-2">
      <div className="gutter section-y">
        <h1 className="text-h1">{caseStudy.heading}</h1>
        <p className="mt-5 max-w-[25em] text-lead text-balance text-muted">{caseStudy.lead}</p>
      </div>
      <div className="site-plan border-t border-ink lg:border-t-0 lg:border-l">
        <Plan id="plan" view={VIEW} subject="estate" className="h-64 w-full sm:h-96 lg:h-0 lg:min-h-full" />
      </div>
    </div>
  );
}

const VIEW = { left: 36, top: 138, width: 424, height: 350 };
