import { editedLead } from './overrides.ts';
import { createWriter, times } from './writer.ts';

export type Insight = ReturnType<typeof makeInsight>;

const HEAD = ['Segment', 'Volume', 'Share', 'Change', 'Note', 'Period', 'Source'];

export function countInsights(): number {
  return Number(process.env['BENCH_PAGES'] ?? 0);
}

/** What `/insights/<n>/` says: for one n and one number of insights always the same. */
export function makeInsight(n: number) {
  const { below, word, words, sentences } = createWriter(n);
  const lead = sentences(2);
  return {
    title: `${words(5)} ${n}`,
    lead: editedLead(`/insights/${n}/`) ?? lead,
    paragraphs: times(12, () => sentences(3 + below(3))),
    head: HEAD,
    rows: times(20, () => [
      words(2),
      String(1000 + below(9000)),
      `${below(1000) / 10}%`,
      String(below(4000) / 100),
      word(),
      `Q${1 + below(4)}`,
      word(),
    ]),
    related: times(10, (index) => {
      const other = ((n + 37 * index) % countInsights()) + 1;
      return { href: `/insights/${other}/`, label: `${words(4)} ${other}` };
    }),
  };
}
