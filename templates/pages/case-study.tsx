import { caseStudy, consultation, keyResults, testimonial } from '../content/case-study.ts';
import { caseStudyTestimonial } from '../content/company.ts';
import { ClosingCall } from '../sections/call-to-action.tsx';
import { CaseAccount } from '../sections/case-account.tsx';
import { Headline } from '../sections/headline.tsx';
import { Opening } from '../sections/opening.tsx';
import { Testimonial } from '../sections/testimonial.tsx';

export { meta } from '../content/case-study.ts';

export default function CaseStudyPage() {
  return (
    <>
      <Opening {...caseStudy} crop="case-study" />
      <Headline {...keyResults} id="key-results" />
      <CaseAccount />
      <Testimonial {...testimonial} {...caseStudyTestimonial} />
      <ClosingCall {...consultation} crop="consultation" />
    </>
  );
}
