import { mergeDataReads, mergeImpureCalls, mergeReads } from '../cache/recorded-reads.ts';
import { createPageDecoder } from '../cache/page-codec.ts';
import type { RenderedSite } from '../cache/state.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import type { OpenPlaceholder, Route } from '../core/model.ts';
import type { PageFacts } from '../core/page-facts.ts';
import type {
  DataReads,
  ImpureCall,
  PageJob,
  Recorded,
  RecordedReads,
  Rendered,
  UnchangedPage,
} from '../core/page-tasks.ts';
import { claimOutputs, type OwnFiles } from './claim-outputs.ts';

/** Collects pages in the order of the site, whichever worker is faster. */
export interface ResultCollector {
  /** Gives a page its place in the order of the site. @returns whether it is to be rendered */
  readonly addRoute: (route: Route) => boolean;
  /** Adds an up-to-date page of the previous build. */
  readonly addReused: (page: PageFacts) => void;
  readonly addDiagnostics: (diagnostics: readonly Diagnostic[]) => void;
  readonly addRecorded: (recorded: Recorded) => void;
  /** @param batch its number, which decides about the order of problems */
  readonly addBatch: (batch: number, rendered: Rendered, jobs: readonly PageJob[]) => void;
  readonly pageCount: () => number;
  readonly finish: () => RenderedSite;
}

export function createResultCollector(
  previousPages: ReadonlyMap<string, PageFacts>,
  ownFiles: OwnFiles,
): ResultCollector {
  const claims = claimOutputs(ownFiles);
  const recorder = createRecorder();
  const readFacts = createFactsReader(previousPages);
  const pages = new Map<string, PageFacts | undefined>();
  const batches: Batch[] = [];
  const diagnostics: Diagnostic[] = [];

  return {
    addRoute: (route) => {
      const { clash, isReported } = claims.claim(route);
      if (clash !== undefined && !isReported) diagnostics.push(clash);
      if (clash === undefined) pages.set(route.path, undefined);
      return clash === undefined || isReported;
    },
    addReused: (page) => pages.set(page.route.path, page),
    addDiagnostics: (found) => diagnostics.push(...found),
    addRecorded: recorder.add,
    addBatch: (batch, rendered, jobs) => {
      const found = readFacts(rendered, jobs);
      for (const page of found) pages.set(page.route.path, { ...page, route: claims.routeOf(page.route) });
      recorder.add(rendered);
      const { written, problems } = rendered;
      batches[batch] = { rebuilt: found.map(({ route }) => route.path), written, problems };
    },
    pageCount: () => pages.size,
    finish: () => ({
      pages: [...pages.values()].filter((page) => page !== undefined),
      diagnostics,
      ...mergeBatches(batches),
      ...recorder.recorded(),
    }),
  };
}

/** @returns reads the facts of a batch */
function createFactsReader(previousPages: ReadonlyMap<string, PageFacts>) {
  const decodePages = createPageDecoder();
  return ({ pages, unchanged }: Rendered, jobs: readonly PageJob[]): PageFacts[] => [
    ...pages.flatMap(decodePages).map((page) => withMtime(page, previousPages.get(page.route.path))),
    ...keepFacts(unchanged, previousPages, jobs),
  ];
}

/** A page with the same HTML as before was not written, so its file is as old as before. */
function withMtime(page: PageFacts, previous: PageFacts | undefined): PageFacts {
  const mtime = page.rebuild.mtime || (previous?.rebuild.mtime ?? 0);
  return { ...page, rebuild: { ...page.rebuild, mtime } };
}

/** The facts of pages with the same HTML as before. */
function keepFacts(
  unchanged: readonly UnchangedPage[],
  previousPages: ReadonlyMap<string, PageFacts>,
  jobs: readonly PageJob[],
): PageFacts[] {
  const byPath = new Map(unchanged.map(({ path, ...apart }) => [path, apart]));
  return jobs.flatMap(({ route, key, reason }) => {
    const [apart, previous] = [byPath.get(route.path), previousPages.get(route.path)];
    if (apart === undefined || previous === undefined) return [];
    const { card: _card, updated: _updated, meta: _meta, ...fromHtml } = previous;
    return [{ ...fromHtml, ...apart, rebuild: { ...previous.rebuild, key, reason } }];
  });
}

/** Everything that was recorded while pages were rendered twice. */
export function mergePasses(first: RenderedSite, second: RenderedSite): RenderedSite {
  return {
    ...second,
    rebuilt: new Set([...first.rebuilt, ...second.rebuilt]),
    written: [...new Set([...first.written, ...second.written])],
    placeholders: [...first.placeholders, ...second.placeholders],
    reads: mergeReads([first.reads, second.reads]),
    dataReads: mergeDataReads([first.dataReads, second.dataReads]),
    impureCalls: mergeImpureCalls([first.impureCalls, second.impureCalls]),
  };
}

/** What is kept of a batch besides its pages. */
interface Batch extends Pick<Rendered, 'written' | 'problems'> {
  readonly rebuilt: readonly string[];
}

function mergeBatches(batches: readonly Batch[]) {
  return {
    rebuilt: new Set(batches.flatMap(({ rebuilt }) => rebuilt)),
    written: [...new Set(batches.flatMap(({ written }) => written))],
    problems: batches.flatMap(({ problems }) => problems),
  };
}

/** Merges what workers record as it arrives: each reply repeats what its worker recorded before. */
function createRecorder() {
  const placeholders = new Map<string, OpenPlaceholder>();
  const impureCalls = new Map<string, ImpureCall>();
  const parts: { reads: RecordedReads; dataReads: DataReads } = { reads: NOTHING, dataReads: NOTHING };
  return {
    add: (recorded: Recorded): void => {
      parts.reads = mergeReads([parts.reads, recorded.reads]);
      parts.dataReads = mergeDataReads([parts.dataReads, recorded.dataReads]);
      for (const call of recorded.impureCalls) impureCalls.set(JSON.stringify(call), call);
      for (const open of recorded.placeholders) placeholders.set(`${open.what} ${JSON.stringify(open.place)}`, open);
    },
    recorded: (): Recorded => ({
      placeholders: [...placeholders.values()],
      ...parts,
      impureCalls: [...impureCalls.values()].toSorted(byPlace),
    }),
  };
}

const NOTHING: DataReads = { env: {}, files: {}, answers: {}, hasLoaded: false, isImpure: false };

/** Which worker makes a call first is chance. */
function byPlace(a: ImpureCall, b: ImpureCall): number {
  return JSON.stringify(a.place) < JSON.stringify(b.place) ? -1 : 1;
}
