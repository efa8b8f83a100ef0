import type { Diagnostic } from '../core/diagnostics.ts';
import type { PageProblem, Route } from '../core/model.ts';

/** A mistake in the shell or in a shared component affects many pages. It is reported once, with the number of pages. */
export function mergeProblems(problems: readonly PageProblem[]): Diagnostic[] {
  const groups = new Map<string, { diagnostic: Diagnostic; routes: Route[] }>();
  for (const { route, diagnostic } of problems) {
    // Without a line, the place is the page's own file.
    const isShared = diagnostic.place?.line !== undefined;
    const key = JSON.stringify([diagnostic.code, diagnostic.message, isShared && diagnostic.place]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { diagnostic, routes: [route] });
    else if (!group.routes.includes(route)) group.routes.push(route);
  }
  return [...groups.values()].map(({ diagnostic, routes }) => ({
    ...diagnostic,
    message: `${diagnostic.message}\n${where(routes)}`,
  }));
}

/** `On /about/ and 2 more pages.` */
function where([first, ...others]: readonly Route[]): string {
  const more = others.length === 0 ? '' : ` and ${others.length} more page${others.length === 1 ? '' : 's'}`;
  return `On ${first?.path}${more}.`;
}
