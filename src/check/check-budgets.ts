import { error, type Diagnostic } from '../shared/diagnostics.ts';
import type { Budgets, BrowserBundle, IslandsBundle, PageProblem } from '../shared/model.ts';
import type { PageFacts } from '../shared/page-facts.ts';
import { mergeProblems } from './merge-problems.ts';
import { lookUp } from '../shared/records.ts';

export interface CheckBudgets {
  readonly budgets: Budgets;
  readonly pages: readonly PageFacts[];
  readonly styles: BrowserBundle;
  readonly islands: IslandsBundle;
}

/** Reports the pages that exceed a budget, once per budget. */
export function checkBudgets({ budgets, pages, styles, islands }: CheckBudgets): Diagnostic[] {
  const sizes = new Map(
    [...styles.assets, ...islands.assets].map((asset) => [`/${asset.output}`, asset.contents.length]),
  );
  const sizeOf = (addresses: readonly (string | undefined)[]) =>
    [...new Set(addresses)].reduce((bytes, address) => bytes + (sizes.get(address ?? '') ?? 0), 0);
  const scriptsOf = (page: PageFacts) =>
    page.islands.length === 0
      ? []
      : [islands.href, ...page.islands.flatMap((name) => lookUp(islands.preloads, name) ?? [])];
  const over = (kind: keyof Budgets, what: string, measure: (page: PageFacts) => number): PageProblem[] => {
    const budget = budgets[kind];
    const large = budget === undefined ? [] : pages.filter((page) => measure(page) > budget);
    const most = Math.max(...large.map(measure));
    const largest = large.find((page) => measure(page) === most)?.route.path;
    return large.map(({ route }) => ({
      route,
      diagnostic: error('budget-exceeded', `${what} than ${budget}.`, {
        place: { file: route.source },
        hint: `reduce the largest, ${largest} with ${most}, or raise \`budgets.${kind}\` in the config`,
      }),
    }));
  };
  return mergeProblems([
    ...over('html', 'The HTML of the page has more bytes', ({ size }) => size.raw),
    ...over('css', 'The stylesheet of the page has more bytes', () => sizeOf([styles.href])),
    ...over('js', 'The scripts of the page have more bytes', (page) => sizeOf(scriptsOf(page))),
  ]);
}
