import { LastCall } from '../components/call.tsx';
import { ClaimList } from '../components/claim-list.tsx';
import { Evidence } from '../components/evidence.tsx';
import { Options } from '../components/options.tsx';
import { Phases } from '../components/phases.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { approach, discussion, outcomes } from '../content/approach.ts';

export { meta } from '../content/approach.ts';

export default function OurApproachPage() {
  return (
    <>
      <div className="gutter section-y">
        <h1 className="max-w-[14em] text-h1">{approach.heading}</h1>
        <p className="mt-5 max-w-[30em] text-lead text-muted">{approach.lead}</p>
      </div>
      <section className="border-t border-ink bg-tint">
        <SectionHead heading={outcomes.heading} lead={outcomes.lead} />
        <ClaimList claims={outcomes.claims} idPrefix="outcome" className="claims-schedule" />
        <Evidence text={outcomes.evidence} />
      </section>
      <Phases />
      <Options />
      <LastCall {...discussion} />
    </>
  );
}
