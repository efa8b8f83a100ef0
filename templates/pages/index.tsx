import { homeTestimonial } from '../content/company.ts';
import { advantage, conversation, headline, testimonial } from '../content/home.ts';
import { Benefits } from '../sections/benefits.tsx';
import { CallToAction, ClosingCall } from '../sections/call-to-action.tsx';
import { Headline } from '../sections/headline.tsx';
import { Hero } from '../sections/hero.tsx';
import { PlotRecord } from '../sections/plot-record.tsx';
import { Sectors } from '../sections/sectors.tsx';
import { Statistics } from '../sections/statistics.tsx';
import { Testimonial } from '../sections/testimonial.tsx';

export { meta } from '../content/home.ts';

export default function HomePage() {
  return (
    <>
      <Hero />
      <Headline {...headline} id="headline" />
      <PlotRecord />
      <Benefits />
      <Sectors />
      <CallToAction {...conversation} />
      <Testimonial {...testimonial} {...homeTestimonial} isLarge />
      <Statistics />
      <ClosingCall {...advantage} crop="home" />
    </>
  );
}
