import type { AffectedPages, Diagnostic } from '../shared/diagnostics.ts';
import type { PageProblem, Route } from '../shared/model.ts';

interface Site {
  readonly shell: string | undefined;
  readonly pageCount: number;
}

/** With fewer pages, a problem on all of them may be chance. */
const MANY = 3;

/**
 * A mistake in the shell or in a shared component affects many pages. It is reported once, with the number of pages.
 *
 * @param site whose shell is named if all pages have a problem at an unknown line
 */
export function mergeProblems(problems: readonly PageProblem[], site?: Site): Diagnostic[] {
  const groups = new Map<string, { diagnostic: Diagnostic; routes: Route[] }>();
  for (const { route, diagnostic } of problems) {
    // Without a line, the place is the page's own file, unless the mistake is in content.
    const isShared = diagnostic.place?.line !== undefined || isOfContent(diagnostic);
    const key = JSON.stringify([diagnostic.code, diagnostic.message, isShared && diagnostic.place]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { diagnostic, routes: [route] });
    else if (!group.routes.includes(route)) group.routes.push(route);
  }
  return [...groups.values()].map(({ diagnostic, routes }) => ({
    ...diagnostic,
    ...(site?.shell !== undefined && isOfShell(diagnostic, routes, site) && { place: { file: site.shell } }),
    ...(!isOfContent(diagnostic) && { pages: toAffectedPages(routes) }),
  }));
}

/** True if the place is a content file, whichever pages render it. */
function isOfContent({ code }: Diagnostic): boolean {
  return code === 'content-invalid';
}

/** Headings belong to the pages, even if all of them lack one. */
function isOfShell({ code, place }: Diagnostic, routes: readonly Route[], { pageCount }: Site): boolean {
  const isKnown = place?.line !== undefined || place?.file !== routes[0]?.source;
  return code !== 'h1-count' && !isKnown && routes.length >= Math.max(MANY, pageCount);
}

const MAX_PATHS = 3;

function toAffectedPages(routes: readonly Route[]): AffectedPages {
  return { paths: routes.slice(0, MAX_PATHS).map(({ path }) => path), count: routes.length };
}
