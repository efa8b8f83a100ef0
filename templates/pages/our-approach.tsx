import { approach, discussion, outcomes } from '../content/approach.ts';
import { Street } from '../drawings/street.tsx';
import { ClosingCall } from '../sections/call-to-action.tsx';
import { Headline } from '../sections/headline.tsx';
import { Opening } from '../sections/opening.tsx';
import { Options } from '../sections/options.tsx';
import { Phases } from '../sections/phases.tsx';
import { Picture } from '../ui/picture.tsx';
import { PlanKey } from '../ui/plan-key.tsx';

export { meta } from '../content/approach.ts';

export default function OurApproachPage() {
  return (
    <>
      <Opening
        {...approach}
        caption={<PlanKey note={approach.caption} />}
        picture={<Street state={4} className="framed h-auto w-full" />}
      />
      <Headline {...outcomes} id="outcome" />
      <Phases />
      <Options />
      <ClosingCall {...discussion} picture={<Picture crop="approach" beside="closing" />} />
    </>
  );
}
