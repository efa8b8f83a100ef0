import { caseStudy, consultation, keyResults, testimonial } from '../content/case-study.ts';
import { caseStudyTestimonial } from '../content/company.ts';
import { Town } from '../drawings/town.tsx';
import { ClosingCall } from '../sections/call-to-action.tsx';
import { CaseAccount } from '../sections/case-account.tsx';
import { Opening } from '../sections/opening.tsx';
import { Testimonial } from '../sections/testimonial.tsx';
import { Evidence } from '../ui/evidence.tsx';
import { FigureList } from '../ui/figure-list.tsx';
import { Section } from '../ui/section.tsx';

export { meta } from '../content/case-study.ts';

export default function CaseStudyPage() {
  return (
    <>
      <Opening
        {...caseStudy}
        picture={<Town crop="case-study" className="h-64 w-full sm:h-96 lg:h-0 lg:min-h-full" />}
      />
      <Section id="key-results" heading={keyResults.heading} isTinted>
        <FigureList figures={keyResults.figures} id="result" className="sm:grid-cols-3 print:grid-cols-3" />
        <Evidence text={keyResults.evidence} />
      </Section>
      <CaseAccount />
      <Testimonial {...testimonial} {...caseStudyTestimonial} isTinted />
      <ClosingCall
        {...consultation}
        picture={<Town crop="consultation" className="h-auto w-full lg:h-0 lg:min-h-full" />}
      />
    </>
  );
}
