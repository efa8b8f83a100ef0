/** What the pages say that stand still. */
import { editedLead } from './overrides.ts';
import { createWriter, times } from './writer.ts';

const { below, words, sentences } = createWriter(1_000_003);

export const site = {
  name: 'Northbank Research',
  motto: 'Growth with reasons',
  nav: [
    { href: '/', label: 'Home' },
    { href: '/our-approach/', label: 'Our approach' },
    { href: '/case-study/', label: 'Case study' },
    { href: '/contact/', label: 'Contact' },
  ],
  footer: ['Company', 'Services', 'Library', 'Legal'].map((title, index) => ({
    title,
    links: ['overview', 'people', 'work', 'press', 'archive', 'questions']
      .slice(0, 5 + (index % 2))
      .map((name) => ({ href: index % 2 === 0 ? '/our-approach/' : '/case-study/', label: `${title} ${name}` })),
  })),
};

export const home = {
  title: 'Advice with evidence behind it',
  lead: sentences(2),
  figures: times(4, () => ({ label: words(2), value: `${below(900)}%` })),
  services: times(9, () => ({ title: words(3), text: sentences(2), points: times(3, () => words(4)) })),
  quotes: times(6, () => ({ text: sentences(2), name: words(2) })),
  questions: times(8, () => ({ text: `${words(7)}?`, answer: sentences(3) })),
};

const steps = times(8, (index) => ({
  title: `${index + 1}. ${words(3)}`,
  text: sentences(3),
  results: times(4, () => words(3)),
}));

export const approach = {
  title: 'Our approach',
  /** Asked for when it is needed, as all that may be edited. */
  get lead(): string {
    return editedLead('/our-approach/') ?? 'How we come from a question to an answer that holds.';
  },
  steps,
  duties: times(10, () => times(4, () => words(2))),
};

export const caseStudy = {
  title: 'Case study: a network of regions',
  lead: sentences(2),
  chapters: times(6, () => ({ title: words(4), paragraphs: times(3, () => sentences(4)) })),
  results: times(15, () => [words(3), String(below(5000)), String(below(5000)), `${below(1000) / 10}%`]),
};

export const contact = {
  title: 'Contact us',
  lead: sentences(2),
  formHeading: 'Write to us',
  offices: times(8, () => ({
    city: words(1),
    street: `${1 + below(90)} ${words(2)}`,
    phone: `+44 1632 ${960000 + below(1000)}`,
  })),
  reasons: times(12, () => ({ title: words(3), text: sentences(1) })),
};

export const notFound = { title: 'Page not found', lead: 'There is nothing at this address.' };
