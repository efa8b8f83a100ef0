/**
 * Finds the places of problems in HTML, by rendering some of the pages once more: see `react/locate.ts`. Rendering costs nothing
 * while a site has no problems.
 */
import { frameAt } from '../check/describe-problems.ts';
import type { FindAddress } from '../check/find-address.ts';
import type { Diagnostic } from '../shared/diagnostics.ts';
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
  readonly findAddress: FindAddress;
}

/** @returns the problems, with the places that were found. One problem may have several places on a page */
export async function locateProblems(input: LocateProblems): Promise<PageProblem[]> {
  const { problems, findAddress } = input;
  const open = problems.filter(isOpen);
  if (open.length === 0) return [...problems];
  const located = await renderAgain(input, choosePages(open));
  const placesOf = sharePlaces(open, ({ route, diagnostic: { target } }) => {
    return located.get(route.path)?.[target?.key ?? ''] ?? [];
  });
  return problems.flatMap((problem) => {
    const { target, ...diagnostic } = problem.diagnostic;
    if (!isOpen(problem)) return { ...problem, diagnostic };
    const { source } = problem.route;
    const places = placesOf(problem).map((found) => narrow(input, source, found, target?.written ?? []));
    const unique = [...new Map(places.map((found) => [JSON.stringify(found.place), found])).values()];
    if (unique.length > 0) return unique.map((found) => ({ ...problem, diagnostic: { ...diagnostic, ...found } }));
    return { ...problem, diagnostic: { ...diagnostic, ...findAddress(source, target?.written ?? []) } };
  });
}

function isOpen({ diagnostic: { target, place } }: PageProblem): boolean {
  return target !== undefined && place?.line === undefined;
}

/** The keys to find on each page, by its path. */
type Wanted = ReadonlyMap<string, { readonly route: Route; readonly keys: Set<string> }>;

/**
 * Problems of different page files are different mistakes, even if their texts are the same.
 *
 * @returns one page for each code and page file, then one for each text, then others
 */
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
  choose(({ route, diagnostic: { code } }) => `${route.source} ${code}`);
  choose(textOf);
  choose(({ route }) => route.path);
  for (const { route, diagnostic } of open) wanted.get(route.path)?.keys.add(diagnostic.target?.key ?? '');
  return wanted;
}

function textOf({ route, diagnostic: { code, message } }: PageProblem): string {
  return `${route.source} ${code} ${message}`;
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

type PlacesOf = (problem: PageProblem) => readonly LocatedPlace[];

/** Pages that were not rendered again have the places of pages that were, where these are the same. */
function sharePlaces(open: readonly PageProblem[], placesOf: PlacesOf): PlacesOf {
  const byText = new Map<string, readonly LocatedPlace[]>();
  const byCode = new Map<string, Map<string, { places: readonly LocatedPlace[]; count: number }>>();
  const codeOf = ({ route, diagnostic: { code } }: PageProblem) => `${route.source} ${code}`;
  for (const problem of open) {
    const places = placesOf(problem);
    if (places.length === 0 || places.some(({ place }) => isContentFile(place.file))) continue;
    byText.set(textOf(problem), places);
    const key = JSON.stringify(places.map(({ place }) => place));
    const known = byCode.get(codeOf(problem)) ?? new Map<string, { places: readonly LocatedPlace[]; count: number }>();
    byCode.set(codeOf(problem), known.set(key, { places, count: (known.get(key)?.count ?? 0) + 1 }));
  }
  return (problem) => {
    const places = placesOf(problem);
    if (places.length > 0) return places;
    const all = [...(byCode.get(codeOf(problem))?.values() ?? [])];
    const [only] = all.length === 1 ? all : [];
    return byText.get(textOf(problem)) ?? (only && only.count >= MANY ? only.places : []);
  };
}

/** Each page has content of its own. */
function isContentFile(file: string): boolean {
  return /\.mdx?$/.test(file);
}

/** Where an address is written, if it can be found: in the element or the components around it, in their files, in imported ones. */
function narrow(
  { root, findAddress }: LocateProblems,
  source: string,
  { place, calls }: LocatedPlace,
  written: readonly string[],
): Pick<Diagnostic, 'place' | 'frame' | 'calls'> {
  const places = [place, ...calls.map((call) => call.place)];
  const found = written.length === 0 ? undefined : findAddress(source, written, places);
  const frame = frameAt(root, place);
  const at = found?.place ?? place;
  const around = [{ name: undefined, place }, ...calls].filter(
    (call) => call.place.file !== at.file || call.place.line !== at.line,
  );
  return { place, ...(frame && { frame }), ...found, ...(around.length > 0 && { calls: around.map(formatFrame) }) };
}
