import type { PageProblem, Route } from '../core/model.ts';
import type { RenderSetup } from '../core/page-tasks.ts';
import { type Card, writeCard } from './draw-card.ts';
import { describeFailure } from '../check/describe-problems.ts';

/** The cards of some pages, drawn by other threads while the pages are made; each once, though pages may share it. */
export interface Drawing {
  readonly add: (route: Route, card: Card) => void;
  readonly finish: () => Promise<{ written: readonly string[]; problems: readonly PageProblem[] }>;
}

export function startDrawing({ root, staging, card: setup }: RenderSetup): Drawing {
  const drawings = new Map<string, { readonly route: Route; readonly drawn: Promise<unknown> }>();
  return {
    add: (route, card) => {
      if (drawings.has(card.output)) return;
      const drawn = writeCard(staging, card, setup?.fonts ?? []).then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
      drawings.set(card.output, { route, drawn });
    },
    finish: async () => {
      const problems: PageProblem[] = [];
      for (const { route, drawn } of drawings.values()) {
        const failure = (await drawn) as { error: unknown } | undefined;
        if (failure === undefined) continue;
        const diagnostic = describeFailure(root, 'templates/card.tsx', failure.error);
        problems.push({ route, diagnostic: { ...diagnostic, code: 'card-failed' } });
      }
      return { written: [...drawings.keys()], problems };
    },
  };
}
