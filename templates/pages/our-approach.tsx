import { Call } from '../components/call.tsx';
import { Options } from '../components/options.tsx';
import { Outcomes } from '../components/outcomes.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Phases } from '../components/phases.tsx';
import { approach, discussion } from '../content/approach.ts';

export { meta } from '../content/approach.ts';

export default function OurApproachPage() {
  return (
    <>
      <PageHead {...approach} />
      <Outcomes />
      <Phases />
      <Options />
      <Call {...discussion} />
    </>
  );
}
