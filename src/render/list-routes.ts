import type { UpToDatePages } from '../cache/reuse-pages.ts';
import type { Diagnostic } from '../core/diagnostics.ts';
import type { Limits, PageFile, ServerBundle } from '../core/model.ts';
import type { PageFacts } from '../core/page-facts.ts';
import type { ListedPage, ListedPages, ListPagesTask, Recorded } from '../core/page-tasks.ts';
import { toRoute } from '../core/paths.ts';
import { describeWorkerFailure } from './describe-failure.ts';
import type { WorkerFailure } from './pool-worker.ts';
import type { WorkerPool } from './worker-pool.ts';

/**
 * Runs `paths`, in a worker of its own: it must remember how far it has read them, and nothing that they leave behind may
 * show on pages, since they do not run in every build.
 */
export type Lister = WorkerPool<ListPagesTask, ListedPages>;

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
  /** Whether `paths` are read next, which may take a while. */
  readonly isBeforePaths?: boolean;
}

export interface ListRoutes {
  readonly root: string;
  readonly trailingSlash: boolean;
  readonly pages: readonly PageFile[];
  readonly server: ServerBundle;
  readonly findUpToDate: UpToDatePages;
  readonly limits: Limits;
  readonly lister: Lister;
}

/**
 * Lists the pages of a site, in the order of their files. `paths` are read while pages are rendered, so a long list is never in
 * memory as a whole.
 */
export async function* listRoutes(input: ListRoutes): AsyncGenerator<ListedPart> {
  const { trailingSlash, pages, server, findUpToDate, lister } = input;
  for (const page of pages.filter(({ source }) => server.modules.has(source))) {
    const upToDate = findUpToDate(page.source);
    if (upToDate !== undefined) yield { page, items: [], upToDate, diagnostics: [] };
    else if (page.isParametric) yield* readPaths(input, page);
    else yield { page, items: [{ route: toRoute(page, trailingSlash), params: {}, hash: '' }], diagnostics: [] };
  }
  void lister.finish(); // pages may be rendered once more: then their `paths` are read from the start, by another worker
}

/** In place of a part whose worker has ended. */
type FailedPart = Pick<ListedPages, 'items' | 'done' | 'diagnostics'>;

async function* readPaths(
  { root, trailingSlash, server, limits, lister }: ListRoutes,
  page: PageFile,
): AsyncGenerator<ListedPart> {
  const module = server.modules.get(page.source) ?? '';
  const { builtins } = server;
  const task = { root, trailingSlash, page, module, count: PART_SIZE, seconds: limits.seconds, builtins };
  const readPart = (): Promise<ListedPages | FailedPart> => {
    const part = lister.run(task).catch((error: unknown) => {
      const failure = error as WorkerFailure;
      if (failure.kind === 'stopped') throw failure;
      const diagnostic = describeWorkerFailure(root, page.source, 'Listing the pages of the file', limits, failure);
      return { items: [], done: true, diagnostics: [{ ...diagnostic, code: 'paths-failed' as const }] };
    });
    part.catch(() => {}); // thrown by the `await` below
    return part;
  };
  let next = readPart();
  yield { page, items: [], diagnostics: [], isBeforePaths: true };
  for (let done = false; !done;) {
    const part = await next;
    ({ done } = part);
    if (!done) next = readPart(); // while the pages of this part are rendered
    const { items, diagnostics } = part;
    yield { page, items, diagnostics, ...('reads' in part && { recorded: part }) };
  }
}
