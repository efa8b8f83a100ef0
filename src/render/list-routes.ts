import type { UpToDatePages } from '../cache/reuse-pages.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import type { Limits, PageFile, ServerBundle } from '../core/model.ts';
import type { PageFacts } from '../core/page-facts.ts';
import type { ListedPage, ListedPages, Recorded } from '../core/page-tasks.ts';
import { toRoute } from '../core/paths.ts';
import { describeLateFailures, describeWorkerFailure } from './describe-failure.ts';
import type { WorkerFailure } from './pool-worker.ts';
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
  /** Whether this process builds again and again. */
  readonly watching: boolean;
}

/**
 * Lists the pages of a site, in the order of their files. `paths` run in a worker of their own and are read while pages are
 * rendered, so a long list is never in memory as a whole.
 */
export async function* listRoutes(input: ListRoutes): AsyncGenerator<ListedPart> {
  const { root, trailingSlash, pages, server, findUpToDate, limits, workerFile, onOutput, signal, watching } = input;
  const listed = pages
    .filter((page) => server.modules.has(page.source))
    .map((page) => ({ page, upToDate: findUpToDate(page.source) }));
  const needsWorker = listed.some(({ page, upToDate }) => page.isParametric && upToDate === undefined);
  const pool = needsWorker
    ? startWorkerPool<object, ListedPages>({
        file: workerFile,
        root,
        size: 1,
        onOutput,
        watching,
        replaceAbove: Infinity,
      })
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
    const failures = describeLateFailures(root, (await pool?.finish()) ?? []);
    const last = listed.at(-1);
    if (last !== undefined) yield { page: last.page, items: [], diagnostics: failures };
  } finally {
    signal?.removeEventListener('abort', stop);
    await pool?.stop();
  }
}

/** In place of a part whose worker has ended. */
type FailedPart = Pick<ListedPages, 'items' | 'done' | 'diagnostics'>;

async function* readPaths(
  { root, trailingSlash, server, limits }: ListRoutes,
  pool: WorkerPool<object, ListedPages>,
  page: PageFile,
): AsyncGenerator<ListedPart> {
  const module = server.modules.get(page.source);
  const { builtins } = server;
  const task = { root, trailingSlash, page, module, count: PART_SIZE, seconds: limits.seconds, builtins };
  const readPart = (): Promise<ListedPages | FailedPart> =>
    pool.run(task).catch((error: unknown) => {
      const failure = error as WorkerFailure;
      if (failure.kind === 'stopped') throw failure;
      const diagnostic = describeWorkerFailure(root, page.source, 'Listing the pages of the file', limits, failure);
      return { items: [], done: true, diagnostics: [{ ...diagnostic, code: 'paths-failed' as const }] };
    });
  let next = readPart();
  for (let done = false; !done;) {
    const part = await next;
    ({ done } = part);
    if (!done) next = readPart(); // while the pages of this part are rendered
    next.catch(() => {}); // thrown by the `await` above
    const { items, diagnostics } = part;
    yield { page, items, diagnostics, ...('reads' in part && { recorded: part }) };
  }
}
