import { approach, discussion, outcomes } from '../content/approach.ts';
import { ClosingCall } from '../sections/call-to-action.tsx';
import { Headline } from '../sections/headline.tsx';
import { Opening } from '../sections/opening.tsx';
import { Options } from '../sections/options.tsx';
import { Phases } from '../sections/phases.tsx';

export { meta } from '../content/approach.ts';

export default function OurApproachPage() {
  return (
    <>
      <Opening {...approach} crop="method" />
      <Phases />
      <Headline {...outcomes} id="outcome" />
      <Options />
      <ClosingCall {...discussion} crop="approach" />
    </>
  );
}
