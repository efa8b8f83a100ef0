import type { Diagnostic } from '../shared/diagnostics.ts';
import type { Config, OpenPlaceholder, PageFile, ServerBundle } from '../shared/model.ts';
import type { ListedPage, ListedPages, ListPagesTask } from '../shared/page-tasks.ts';
import type { Publishing } from '../shared/unpublished.ts';
import { toRoute } from '../shared/paths.ts';
import { contentSettings } from './content-settings.ts';
import { describeWorkerFailure } from './describe-failure.ts';
import type { WorkerFailure } from './pool-worker.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Runs `paths` in a separate worker, which remembers how far it has read them. */
export type Lister = WorkerPool<ListPagesTask, ListedPages>;

/** Pages requested from `paths` at a time. */
const PART_SIZE = 200;

/** Some of the pages of one page file, in their order. */
export interface ListedPart {
  readonly page: PageFile;
  readonly items: readonly ListedPage[];
  readonly diagnostics: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  readonly placeholders: readonly OpenPlaceholder[];
}

export interface ListRoutes {
  readonly config: Config;
  readonly pages: readonly PageFile[];
  readonly server: ServerBundle;
  readonly lister: Lister;
  readonly publishing: Publishing;
}

const NOTHING = { items: [], diagnostics: [], warnings: [], placeholders: [] } as const;

/**
 * Lists the pages of a site, in the order of their files. `paths` are read while pages are rendered, so a long list is never in
 * memory as a whole.
 */
export async function* listRoutes(input: ListRoutes): AsyncGenerator<ListedPart> {
  const { config, pages, server, lister } = input;
  for (const page of pages.filter(({ source }) => server.modules.has(source))) {
    if (page.isParametric) yield* readPaths(input, page);
    else yield { ...NOTHING, page, items: [{ route: toRoute(page, config.trailingSlash), params: {} }] };
  }
  void lister.finish();
}

async function* readPaths(
  { config, server, lister, publishing }: ListRoutes,
  page: PageFile,
): AsyncGenerator<ListedPart> {
  const { root, trailingSlash, limits } = config;
  const module = server.modules.get(page.source) ?? '';
  const content = contentSettings({ config, server });
  const task = { root, trailingSlash, publishing, page, module, content, count: PART_SIZE, seconds: limits.seconds };
  const readPart = (): Promise<ListedPages> => {
    const part = lister.run(task).catch((error: unknown) => {
      const failure = error as WorkerFailure;
      if (failure.kind === 'stopped') throw failure;
      const diagnostic = describeWorkerFailure(root, page.source, 'Listing the pages of the file', limits, failure);
      const code = failure.kind === 'changed' ? diagnostic.code : 'paths-failed';
      return { ...NOTHING, done: true, diagnostics: [{ ...diagnostic, code } as const] };
    });
    part.catch(() => {}); // thrown by the `await` below
    return part;
  };
  let next = readPart();
  yield { ...NOTHING, page }; // the pages before it are rendered while `paths` starts
  for (let done = false; !done;) {
    const { done: isLast, ...part } = await next;
    done = isLast;
    if (!done) next = readPart(); // while the pages of this part are rendered
    yield { page, ...part };
  }
}
