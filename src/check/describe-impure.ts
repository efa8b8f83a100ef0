import { warning } from '../core/diagnostics.ts';
import type { PageProblem } from '../core/model.ts';
import type { PageFacts } from '../core/page-facts.ts';
import type { ImpureCall } from '../core/page-tasks.ts';

const HINT = 'take the value from a file or an environment variable, or compute it in an island in the browser';

/** @param affectedBy the impure calls that the pages of a page file may depend on */
export function describeImpurePages(
  pages: readonly PageFacts[],
  affectedBy: (source: string) => readonly ImpureCall[],
): PageProblem[] {
  return pages.flatMap(({ route }) =>
    affectedBy(route.source).map(({ what, place }) => {
      const message = `The page is not deterministic: it uses \`${what}\`, so it is rendered in every build.`;
      return { route, diagnostic: warning('page-impure', message, { place, hint: HINT }) };
    }),
  );
}
