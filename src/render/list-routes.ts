import type { UpToDatePages } from '../cache/reuse-pages.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import { SitegenError } from '../core/errors.ts';
import type { Limits, PageFile, ServerBundle } from '../core/model.ts';
import type { PageFacts } from '../core/page-facts.ts';
import type { ListedPage, ListedPages, Recorded } from '../core/page-tasks.ts';
import { toRoute } from '../core/paths.ts';
import { describeWorkerFailures } from './check-islands.ts';
import { startWorkerPool, type WorkerPool } from './worker-pool.ts';

/** Pages requested from `paths` at a time. */
const PART_SIZE = 200;

/** Some of the pages of one page file, in their order. */
export interface ListedPart {
  readonly page: PageFile;
  readonly items: readonly ListedPage[];
  /** In place of `items`: the pages of the previous build. */
  readonly upToDate?: readonly PageFacts[];
  readonly diagnostics: readonly Diagnostic[];
  /** What was recorded while `paths` ran. */
  readonly recorded?: Recorded;
}

export interface ListRoutes {
  readonly root: string;
  readonly trailingSlash: boolean;
  readonly pages: readonly PageFile[];
  readonly server: ServerBundle;
  readonly findUpToDate: UpToDatePages;
  readonly limits: Limits;
  readonly workerFile: URL;
  readonly onOutput: (text: string) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Lists the pages of a site, in the order of their files. `paths` run in a worker of their own and are read while pages are
 * rendered, so a long list is never in memory as a whole.
 */
export async function* listRoutes(input: ListRoutes): AsyncGenerator<ListedPart> {
  const { root, trailingSlash, pages, server, findUpToDate, limits, workerFile, onOutput, signal } = input;
  const listed = pages
    .filter((page) => server.modules.has(page.source))
    .map((page) => ({ page, upToDate: findUpToDate(page.source) }));
  const needsWorker = listed.some(({ page, upToDate }) => page.isParametric && upToDate === undefined);
  const pool = needsWorker
    ? startWorkerPool<object, ListedPages>({ file: workerFile, size: 1, onOutput, replaceAbove: Infinity })
    : undefined;
  pool?.limit(limits);
  const stop = () => void pool?.stop();
  signal?.addEventListener('abort', stop);
  try {
    for (const { page, upToDate } of listed) {
      if (upToDate !== undefined) yield { page, items: [], upToDate, diagnostics: [] };
      else if (pool !== undefined && page.isParametric) yield* readPaths(input, pool, page);
      else yield { page, items: [{ route: toRoute(page, trailingSlash), params: {}, hash: '' }], diagnostics: [] };
    }
    const failures = describeWorkerFailures(root, (await pool?.finish()) ?? []);
    const last = listed.at(-1);
    if (last !== undefined) yield { page: last.page, items: [], diagnostics: failures };
  } finally {
    signal?.removeEventListener('abort', stop);
    await pool?.stop();
  }
}

async function* readPaths(
  { root, trailingSlash, server }: ListRoutes,
  pool: WorkerPool<object, ListedPages>,
  page: PageFile,
): AsyncGenerator<ListedPart> {
  const readPart = (): Promise<ListedPages> =>
    pool
      .run({ root, trailingSlash, page, module: server.modules.get(page.source), count: PART_SIZE })
      .catch((cause: unknown) => {
        throw new SitegenError(`${page.source} ended the worker that listed its pages: ${String(cause)}`, { cause });
      });
  let next = readPart();
  for (let done = false; !done;) {
    const part = await next;
    ({ done } = part);
    if (!done) next = readPart(); // while the pages of this part are rendered
    next.catch(() => {}); // thrown by the `await` above
    yield { page, items: part.items, diagnostics: part.diagnostics, recorded: part };
  }
}
