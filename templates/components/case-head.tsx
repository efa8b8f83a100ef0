import { caseStudy } from '../content/case-study.ts';
import { EstatePlan } from './estate-plan.tsx';

/** The opening of the case study: what it is, and the estate it is about. */
export function CaseHead() {
  return (
    <div className="grid lg:grid-cols-12">
      <div className="gutter section-y lg:col-span-8">
        <h1 className="text-h1">{caseStudy.heading}</h1>
        <p className="mt-6 max-w-[25em] text-lead text-muted">{caseStudy.lead}</p>
      </div>
      <div className="site-plan border-t border-ink lg:col-span-4 lg:border-t-0 lg:border-l">
        <EstatePlan className="h-72 w-full sm:h-96 lg:h-0 lg:min-h-full" />
      </div>
    </div>
  );
}
