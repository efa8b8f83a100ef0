import type { AffectedPages, Diagnostic } from '../shared/diagnostics.ts';
import { count } from '../shared/format.ts';
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
  const byPage = mergeAlike([...groups.values()], kindOfCounts, mergePlaces, 1);
  const byPlace = mergeAlike(byPage, kindOfTexts, mergeTexts);
  return mergeAlike(byPlace, kindOfCauses, mergeCauses).map(({ diagnostic, routes }) => {
    const { target: _, ...found } = diagnostic;
    return {
      ...found,
      ...(site?.shell !== undefined && isOfShell(found, routes, site) && { place: { file: site.shell } }),
      ...(!isOfContent(found) && { pages: toAffectedPages(routes) }),
    };
  });
}

/** A problem, and the pages that have it. */
interface Group {
  readonly diagnostic: Diagnostic;
  readonly routes: readonly Route[];
}

/**
 * Replaces groups of a kind with one, if there are more than a few.
 *
 * @param kindOf `undefined` for a problem that is reported by itself
 */
function mergeAlike(
  groups: readonly Group[],
  kindOf: (diagnostic: Diagnostic, routes: readonly Route[]) => string | undefined,
  merge: (first: Diagnostic, others: readonly Diagnostic[]) => Diagnostic,
  least = MANY,
): readonly Group[] {
  const kinds = new Map<string | undefined, Group[]>();
  for (const group of groups) {
    const kind = kindOf(group.diagnostic, group.routes);
    if (kind !== undefined) kinds.set(kind, [...(kinds.get(kind) ?? []), group]);
  }
  return groups.flatMap((group) => {
    const [first, ...others] = kinds.get(kindOf(group.diagnostic, group.routes)) ?? [];
    if (first === undefined || others.length < least) return [group];
    if (first !== group) return [];
    const routes = new Map([first, ...others].flatMap((one) => one.routes.map((route) => [route.path, route])));
    const diagnostics = others.map(({ diagnostic }) => diagnostic);
    return [{ diagnostic: merge(first.diagnostic, diagnostics), routes: [...routes.values()] }];
  });
}

/** A page has too many of something, which is one problem with several places. */
function kindOfCounts({ code, message }: Diagnostic, [route]: readonly Route[]): string | undefined {
  return code.endsWith('-count') ? JSON.stringify([message, route?.path]) : undefined;
}

function mergePlaces(first: Diagnostic, others: readonly Diagnostic[]): Diagnostic {
  return { ...first, places: [first, ...others].flatMap(({ place }) => place ?? []) };
}

/** A line of code can cause thousands of texts: a link that each page computes. */
function kindOfTexts({ code, place }: Diagnostic): string | undefined {
  return place?.line === undefined ? undefined : JSON.stringify([code, place]);
}

function mergeTexts(first: Diagnostic, [second, ...others]: readonly Diagnostic[]): Diagnostic {
  const more = `${count(others.length + 1, 'more problem')} like this: ${second?.message}`;
  return { ...first, message: `${first.message} The same place has ${more}` };
}

/** Redirected links have one cause, such as links without a slash; so do fields that a schema lacks. */
function kindOfCauses({ code, message }: Diagnostic): string | undefined {
  if (code === 'content-invalid' && message.startsWith('The schema does not know')) return message;
  return code === 'link-redirect' ? message.replace(/".*?"/, '') : undefined;
}

function mergeCauses(first: Diagnostic, others: readonly Diagnostic[]): Diagnostic {
  const message = `${first.message} The same is true of ${count(others.length, first.code === 'link-redirect' ? 'more link' : 'more file')}.`;
  return { ...mergePlaces(first, others), message };
}

/** True if the place is a content file or a folder of them, whichever pages render it. */
function isOfContent({ code }: Diagnostic): boolean {
  return /^(?:content-invalid|file-extension|file-kind|folder-unreadable)$/.test(code);
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
