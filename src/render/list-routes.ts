import { SitegenError } from '../core/errors.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import type { Limits, PageFile, ServerBundle } from '../core/model.ts';
import type { PageFacts } from '../core/page-facts.ts';
import type { ListedPages, Recorded, ListedPage } from '../core/page-tasks.ts';
import { toRoute } from '../project/discover.ts';
import type { UpToDatePages } from '../cache/settled-pages.ts';
import { startWorkerPool } from './worker-pool.ts';

/** So many pages are asked for at once. */
const PART = 200;

/** Some of the pages of one page file, in their order. */
export interface ListedPart {
  readonly page: PageFile;
  readonly items: readonly ListedPage[];
  /** Those that stay as they are. */
  readonly settled?: readonly PageFacts[];
  readonly diagnostics: readonly Diagnostic[];
  /** What was met while they were listed. */
  readonly noted?: Recorded;
}

export interface ListRoutes {
  readonly settled: UpToDatePages;
  readonly root: string;
  readonly limits: Limits;
  readonly worker: URL;
  readonly onOutput: (text: string) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Lists the pages of a site, in the order of their files. Lists are read as the pages are asked for, by a thread of their own,
 * so a long one is never there as a whole.
 */
export async function* listRoutes(
  pages: readonly PageFile[],
  { modules }: ServerBundle,
  { settled, root, limits, worker, onOutput, signal }: ListRoutes,
): AsyncGenerator<ListedPart> {
  const compiled = pages.filter((page) => modules.has(page.source));
  const known = new Map(compiled.map((page) => [page, settled(page.source)]));
  const isNeeded = compiled.some((page) => page.isParametric && known.get(page) === undefined);
  const thread = isNeeded ? startWorkerPool<object, ListedPages>(worker, 1, onOutput, Infinity) : undefined;
  thread?.limit(limits);
  const stop = () => void thread?.stop();
  signal?.addEventListener('abort', stop);
  try {
    for (const page of compiled) {
      const pagesKnown = known.get(page);
      if (pagesKnown !== undefined) yield { page, items: [], settled: pagesKnown, diagnostics: [] };
      else if (!page.isParametric)
        yield { page, items: [{ route: toRoute(page), params: {}, hash: '' }], diagnostics: [] };
      else if (thread !== undefined) {
        const ask = (): Promise<ListedPages> =>
          thread.run({ root, page, module: modules.get(page.source), count: PART }).catch((cause: unknown) => {
            throw new SitegenError(`${page.source} ended the thread that listed its pages: ${String(cause)}`, {
              cause,
            });
          });
        let next = ask();
        for (let done = false; !done;) {
          const part = await next;
          ({ done } = part);
          if (!done) next = ask(); // while these are being made
          next.catch(() => {}); // told when it is their turn
          yield { page, items: part.items, diagnostics: part.diagnostics, noted: part };
        }
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread?.stop();
  }
}
