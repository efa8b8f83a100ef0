/**
 * Finds the places of problems in HTML, by rendering some of the pages once more: see `react/locate.ts`. Rendering costs nothing
 * while a site has no problems.
 */
import { frameAt } from '../check/describe-problems.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
import { groupBy } from '../shared/group-by.ts';
import type { PageProblem, Project, Route, ServerBundle } from '../shared/model.ts';
import type { LocatedPage, LocatedPlace, PageJob, RenderSetup } from '../shared/page-tasks.ts';
import { formatFrame } from '../shared/stack-trace.ts';
import { listPages } from './list-routes.ts';
import { createToJob } from './render-site.ts';
import { WorkerFailure } from './worker-failure.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Pages that are rendered once more, and how long others are begun, in ms: the rest have the same problems, more often than not. */
const MAX_PAGES = 50;
const MAX_MS = 2000;

/** Pages that wait for their data at the same time. */
const BATCH_SIZE = 8;

/** As many pages of a file with one problem at one place: all of its pages have it there. */
const MANY = 3;

export interface LocateProblems {
  readonly problems: readonly PageProblem[];
  readonly root: string;
  readonly project: Pick<Project, 'pages'>;
  readonly server: ServerBundle;
  readonly setup: RenderSetup;
  readonly locator: WorkerPool;
}

/** @returns the problems, with the places that were found. One problem may have several places on a page */
export async function locateProblems(input: LocateProblems): Promise<PageProblem[]> {
  const open = input.problems.filter(isOpen);
  if (open.length === 0) return [...input.problems];
  const located = await renderAgain(input, choosePages(open));
  const placesOn = ({ route, diagnostic: { target } }: PageProblem) => located.get(route.path)?.[target ?? ''] ?? [];
  /** Pages that were not rendered again have the places of those that were, if these agree. */
  const shared = new Map<string, readonly LocatedPlace[]>();
  const share = (keyOf: (problem: PageProblem) => string, least: number) => {
    for (const [key, alike] of groupBy(open, keyOf)) {
      const found = alike.map(placesOn).filter((places) => places.length > 0);
      const [places = []] = found;
      const agree = new Set(found.map((one) => JSON.stringify(one.map(({ place }) => place)))).size === 1;
      if (agree && found.length >= least && !places.some(isInContent)) shared.set(key, places);
    }
  };
  share(codeOf, MANY);
  share(textOf, 1);
  return input.problems.flatMap((problem) => {
    const { target: _, ...diagnostic } = problem.diagnostic;
    if (!isOpen(problem)) return { ...problem, diagnostic };
    const own = placesOn(problem);
    const places = own.length > 0 ? own : (shared.get(textOf(problem)) ?? shared.get(codeOf(problem)) ?? []);
    const unique = [...new Map(places.map((one) => [JSON.stringify(one.place), one])).values()];
    if (unique.length === 0) return { ...problem, diagnostic };
    return unique.map((one) => ({ ...problem, diagnostic: { ...diagnostic, ...detailsOf(input.root, one) } }));
  });
}

function isOpen({ diagnostic: { target, place } }: PageProblem): boolean {
  return target !== undefined && place?.line === undefined;
}

/** Problems of different page files are different mistakes, even if their texts are the same. */
function codeOf({ route, diagnostic: { code } }: PageProblem): string {
  return `${route.source} ${code}`;
}

function textOf(problem: PageProblem): string {
  return `${codeOf(problem)} ${problem.diagnostic.message}`;
}

/** Each page has content of its own. */
function isInContent({ place }: LocatedPlace): boolean {
  return /\.mdx?$/.test(place.file);
}

function detailsOf(root: string, { place, calls }: LocatedPlace): Pick<Diagnostic, 'place' | 'frame' | 'calls'> {
  const frame = frameAt(root, place);
  return { place, ...(frame && { frame }), ...(calls.length > 0 && { calls: calls.map(formatFrame) }) };
}

/** The keys to find on each page, by its path. */
type Wanted = ReadonlyMap<string, { readonly route: Route; readonly keys: Set<string> }>;

/** @returns one page for each code and page file, then one for each text */
function choosePages(open: readonly PageProblem[]): Wanted {
  const wanted = new Map<string, { route: Route; keys: Set<string> }>();
  const choose = (kindOf: (problem: PageProblem) => string) => {
    const chosen = new Set(open.filter(({ route }) => wanted.has(route.path)).map(kindOf));
    for (const problem of open) {
      if (wanted.size >= MAX_PAGES) return;
      if (chosen.has(kindOf(problem))) continue;
      chosen.add(kindOf(problem));
      wanted.set(problem.route.path, { route: problem.route, keys: new Set() });
    }
  };
  choose(codeOf);
  choose(textOf);
  for (const { route, diagnostic } of open) wanted.get(route.path)?.keys.add(diagnostic.target ?? '');
  return wanted;
}

/**
 * The first batch is always waited for, so that a small site has the same places on a busy machine.
 *
 * @returns places by path, of the pages that were rendered in time
 */
async function renderAgain(input: LocateProblems, wanted: Wanted): Promise<ReadonlyMap<string, LocatedPage>> {
  const { setup, locator } = input;
  const located = new Map<string, LocatedPage>();
  const end = performance.now() + MAX_MS;
  const jobs = await findJobs(input, wanted);
  for (let index = 0; index < jobs.length && (index === 0 || performance.now() < end); index += BATCH_SIZE) {
    const batch = jobs.slice(index, index + BATCH_SIZE);
    const keys = batch.map(({ route }) => [...(wanted.get(route.path)?.keys ?? [])]);
    const pages = await locator.ask(setup, { kind: 'locate', jobs: batch, keys });
    // A batch that ends its worker has no places.
    if (!(pages instanceof WorkerFailure)) pages.forEach((page, at) => located.set(batch[at]?.route.path ?? '', page));
  }
  void locator.stop();
  return located;
}

/** A build does not keep the jobs of its pages: most have no problems. */
async function findJobs({ project, server, setup, locator }: LocateProblems, wanted: Wanted): Promise<PageJob[]> {
  const found = new Map<string, PageJob>();
  for (const page of project.pages) {
    const left = new Set([...wanted].flatMap(([path, { route }]) => (route.source === page.source ? path : [])));
    if (left.size === 0) continue;
    for await (const { items } of listPages({ server, setup, lister: locator }, page)) {
      const here = items.filter(({ route }) => left.delete(route.path));
      for (const item of here) found.set(item.route.path, createToJob(server, page)(item));
      if (left.size === 0) break;
    }
  }
  return [...wanted.keys()].flatMap((path) => found.get(path) ?? []);
}
