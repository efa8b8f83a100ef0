import type { Diagnostic } from '../core/diagnostics.ts';
import type { OpenPlaceholder, Route } from '../core/model.ts';
import type { PageFacts } from '../core/page-facts.ts';
import type { Recorded, Rendered } from '../core/page-tasks.ts';
import { createPageDecoder } from '../cache/page-codec.ts';
import type { RenderedSite } from '../cache/state.ts';
import { parentFolders, fileNameKey } from '../core/paths.ts';

/** Pages as they come to be known, in the order of the site, whichever thread is faster. */
export interface ResultCollector {
  /** @returns what is wrong when there is such a page already */
  readonly expect: (route: Route) => Diagnostic | undefined;
  /** A page of the last build that stays. */
  readonly keep: (page: PageFacts) => void;
  readonly note: (found: Recorded) => void;
  readonly complain: (diagnostics: readonly Diagnostic[]) => void;
  /** What came of the batch with that number. */
  readonly take: (batch: number, reply: Rendered) => void;
  readonly count: () => number;
  readonly finish: () => RenderedSite;
}

/** A page, or a public file. */
interface Owner extends Partial<Route> {
  readonly source: string;
}

/** @param others files that are no pages, by what pages would have to be called to be in their way: `a/b.html` */
export function createResultCollector(
  last: ReadonlyMap<string, PageFacts>,
  others: readonly string[],
): ResultCollector {
  const pages = new Map<string, PageFacts | undefined>();
  /** Whose a file's name is. */
  const owners = new Map<string, Owner>(others.map((file) => [fileNameKey(file), { source: `public/${file}` }]));
  const madeAgain = new Set<string>();
  const loading = new Set<string>();
  const batches: Pick<Rendered, 'written' | 'problems'>[] = [];
  const diagnostics: Diagnostic[] = [];
  const placeholders = new Map<string, OpenPlaceholder>();
  const reads = { env: {}, files: {} };
  const dataReads = { env: {}, files: {}, isImpure: false };
  const unpack = createPageDecoder();

  /** Threads send copies, and one of each is enough. */
  const ownRoute = (copy: Route): Route => {
    const owner = owners.get(fileNameKey(copy.output));
    return owner?.output === copy.output ? (owner as Route) : copy;
  };
  const note: ResultCollector['note'] = (found) => {
    Object.assign(reads.env, found.reads.env);
    Object.assign(reads.files, found.reads.files);
    Object.assign(dataReads.env, found.dataReads.env);
    Object.assign(dataReads.files, found.dataReads.files);
    dataReads.isImpure ||= found.dataReads.isImpure;
    for (const open of found.placeholders) placeholders.set(`${open.what} ${JSON.stringify(open.place)}`, open);
  };
  return {
    expect: (route) => {
      const name = fileNameKey(route.output);
      const other =
        owners.get(name) ??
        parentFolders(name)
          .map((folder) => owners.get(folder))
          .find(Boolean);
      // Of a page that has its file to itself, that has been told already.
      const isTold = other?.source.startsWith('public/') === true && !route.source.includes('[');
      if (other !== undefined) return isTold ? undefined : describeTwin(route, other.source);
      owners.set(name, route);
      pages.set(route.path, undefined);
      return undefined;
    },
    keep: (page) => pages.set(page.route.path, page),
    note,
    complain: (found) => diagnostics.push(...found),
    take: (batch, reply) => {
      for (const facts of reply.pages.flatMap(unpack)) {
        const route = ownRoute(facts.route);
        const { mtime = 0 } = last.get(route.path)?.rebuild ?? {};
        // What came out the same was not written.
        const made = facts.rebuild.mtime === 0 ? { ...facts.rebuild, mtime } : facts.rebuild;
        pages.set(route.path, { ...facts, route, rebuild: made });
        madeAgain.add(route.path);
      }
      for (const path of reply.reused) pages.set(path, last.get(path));
      for (const source of reply.loading) loading.add(source);
      batches[batch] = { written: reply.written, problems: reply.problems };
      note(reply);
    },
    count: () => pages.size,
    finish: () => ({
      pages: [...pages.values()].filter((page) => page !== undefined),
      rebuilt: madeAgain,
      written: [...new Set(batches.flatMap(({ written }) => written))],
      problems: batches.flatMap(({ problems }) => problems),
      diagnostics,
      placeholders: [...placeholders.values()],
      reads,
      dataReads,
      sourcesWithLoad: loading,
    }),
  };
}

function describeTwin({ source, path }: Route, other: string): Diagnostic {
  const message =
    other === source
      ? `The file lists the page "${path}" twice, or two pages whose addresses differ only in capitals or accents.`
      : `Both ${other} and ${source} have a page for "${path}".`;
  return { code: 'output-clash', severity: 'error', message, place: { file: source } };
}
