import { statistics } from '../content/home.ts';
import { Evidence, FigureList } from '../ui/figure-list.tsx';
import { Section } from '../ui/section.tsx';

export function Statistics() {
  return (
    <Section id="statistics" heading={statistics.heading} isTinted>
      <FigureList figures={statistics.figures} id="statistic" columns={3} />
      <Evidence text={statistics.evidence} />
      <p className="mt-6 print:hidden">
        <a href="/case-study/" className="link inline-block py-1">
          {statistics.proof}
        </a>
      </p>
    </Section>
  );
}
