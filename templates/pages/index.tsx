import { Benefits } from '../components/benefits.tsx';
import { Call, LastCall } from '../components/call.tsx';
import { Headline } from '../components/headline.tsx';
import { Hero } from '../components/hero.tsx';
import { SectorPlan } from '../components/sector-plan.tsx';
import { Statistics } from '../components/statistics.tsx';
import { Testimonial } from '../components/testimonial.tsx';
import { homeTestimonial } from '../content/company.ts';
import { advantage, conversation, testimonialHeading } from '../content/home.ts';

export { meta } from '../content/home.ts';

export default function HomePage() {
  return (
    <>
      <Hero />
      <Headline />
      <Benefits />
      <SectorPlan />
      <Call {...conversation} />
      <Testimonial heading={testimonialHeading} {...homeTestimonial} />
      <Statistics />
      <LastCall {...advantage} />
    </>
  );
}
