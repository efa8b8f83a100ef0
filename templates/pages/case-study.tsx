import { LastCall } from '../components/call.tsx';
import { CaseHead } from '../components/case-head.tsx';
import { ClaimList } from '../components/claim-list.tsx';
import { Dossier } from '../components/dossier.tsx';
import { Evidence } from '../components/evidence.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { Testimonial } from '../components/testimonial.tsx';
import { consultation, keyResults, testimonialHeading } from '../content/case-study.ts';
import { caseStudyTestimonial } from '../content/company.ts';

export { meta } from '../content/case-study.ts';

export default function CaseStudyPage() {
  return (
    <>
      <CaseHead />
      <section className="border-t border-ink bg-tint">
        <SectionHead heading={keyResults.heading} />
        <ClaimList claims={keyResults.claims} idPrefix="result" className="rails-3 claims-ruled claims-first" />
        <Evidence text={keyResults.evidence} />
      </section>
      <Dossier />
      <Testimonial heading={testimonialHeading} {...caseStudyTestimonial} />
      <LastCall {...consultation} />
    </>
  );
}
