import { approach, discussion, outcomes } from '../content/approach.ts';
import { Street } from '../drawings/street.tsx';
import { Town } from '../drawings/town.tsx';
import { ClosingCall } from '../sections/call-to-action.tsx';
import { Opening } from '../sections/opening.tsx';
import { Options } from '../sections/options.tsx';
import { Phases } from '../sections/phases.tsx';
import { Evidence } from '../ui/evidence.tsx';
import { FigureList } from '../ui/figure-list.tsx';
import { PlanKey } from '../ui/plan-key.tsx';
import { Section } from '../ui/section.tsx';

export { meta } from '../content/approach.ts';

export default function OurApproachPage() {
  return (
    <>
      <Opening
        {...approach}
        caption={<PlanKey note={approach.picture} />}
        picture={<Street state={4} className="framed h-auto w-full" />}
      />
      <Section heading={outcomes.heading} isTinted>
        <FigureList
          figures={outcomes.figures}
          id="outcome"
          className="grid-cols-[repeat(auto-fit,minmax(min(max(8.5rem,34%),100%),1fr))] sm:grid-cols-[repeat(auto-fit,minmax(min(max(8.5rem,21%),100%),1fr))]"
        />
        <Evidence text={outcomes.evidence} />
      </Section>
      <Phases />
      <Options />
      <ClosingCall {...discussion} picture={<Town crop="approach" className="h-auto w-full lg:h-0 lg:min-h-full" />} />
    </>
  );
}
