import { Call } from '../components/call.tsx';
import { CaseHead } from '../components/case-head.tsx';
import { Dossier } from '../components/dossier.tsx';
import { Figures } from '../components/figures.tsx';
import { Testimonial } from '../components/testimonial.tsx';
import { consultation, keyResults, testimonialHeading } from '../content/case-study.ts';
import { caseStudyTestimonial } from '../content/company.ts';

export { meta } from '../content/case-study.ts';

export default function CaseStudyPage() {
  return (
    <>
      <CaseHead />
      <section className="border-t border-ink bg-tint">
        <h2 className="gutter pt-10 pb-6 text-h2">{keyResults.heading}</h2>
        <Figures claims={keyResults.claims} idPrefix="result" />
      </section>
      <Dossier />
      <Testimonial heading={testimonialHeading} {...caseStudyTestimonial} />
      <Call {...consultation} />
    </>
  );
}
