import { statistics } from '../content/home.ts';
import { FigureList } from '../ui/figure-list.tsx';
import { Section } from '../ui/section.tsx';

export function Statistics() {
  const { heading, figures, evidence, proof } = statistics;
  return (
    <Section id="statistics" heading={heading} isTinted>
      <FigureList figures={figures} evidence={evidence} id="statistic" className="[--least:10.5rem]" />
      <p className="mt-6 print:hidden">
        <a href="/case-study/" className="link inline-block py-1">
          {proof}
        </a>
      </p>
    </Section>
  );
}
