import { describeMistake } from '../content/content-problem.ts';
import { count } from '../shared/format.ts';
import type { Compiled, Limits, Project } from '../shared/model.ts';
import type { CompileMdxTask, MdxReply } from '../shared/page-tasks.ts';
import { isContent } from '../shared/paths.ts';
import { keepSpareWorker } from '../render/spawn-worker.ts';
import { startWorkerPool, type WorkerPool } from '../render/worker-pool.ts';
import { WorkerFailure } from '../render/worker-failure.ts';
import type { ResolvedOptions } from './options.ts';

const PAGE_WORKER = new URL('./page-worker.js', import.meta.url);

export interface Workers {
  readonly pool: WorkerPool;
  /** Runs `paths`, and remembers how far it has read them. */
  readonly lister: WorkerPool;
  /** For functions in `templates/files`, which run in a separate thread. */
  readonly filesPool: WorkerPool;
  /** Finds the places of problems. What code prints there has been printed before. */
  readonly locator: WorkerPool;
  readonly compileMdx: (task: CompileMdxTask) => Promise<MdxReply>;
  readonly limit: (limits: Limits) => void;
  readonly stop: () => Promise<void>;
}

/**
 * Creates the worker pools of a build. Workers are slow to start, so the first one starts while the site is compiled, and
 * `serve` keeps spare ones.
 *
 * @param takesSpares true for pages of `serve`, but not for its background checks, which would take spares from the next page
 */
export function startWorkers(options: ResolvedOptions, takesSpares: boolean): Workers {
  const { root, workers, watching, onOutput, signal, clockOffset, sharedData } = options;
  const shared = { file: PAGE_WORKER, root, onOutput, watching, takesSpares, clockOffset, sharedData };
  const pool = startWorkerPool({ ...shared, size: workers });
  const lister = startWorkerPool({ ...shared, size: 1, replaceAbove: Infinity });
  const filesPool = startWorkerPool({ ...shared, size: 1 });
  const locator = startWorkerPool({ ...shared, size: 1, takesSpares: false, isLocating: true, onOutput: () => {} });
  const pools = [pool, lister, filesPool, locator];
  const stopAll = async () => void (await Promise.all(pools.map(({ stop }) => stop())));
  const onAbort = () => void stopAll();
  signal?.addEventListener('abort', onAbort);
  pool.warmUp();
  return {
    pool,
    lister,
    filesPool,
    locator,
    compileMdx: async (task) => {
      const reply = await pool.ask(undefined, task);
      return reply instanceof WorkerFailure ? describeEnd(task, reply) : reply;
    },
    limit: (limits) => pools.forEach((one) => one.limit(limits)),
    stop: async () => {
      signal?.removeEventListener('abort', onAbort);
      await stopAll();
    },
  };
}

/** A document can keep the compiler busy, or fill its memory; so can plug-ins. */
function describeEnd({ content, reading, limits }: CompileMdxTask, { kind, message }: WorkerFailure): MdxReply {
  const messages: Partial<Record<WorkerFailure['kind'], string>> = {
    time: `Compiling the file takes more than ${count(limits.seconds, 'second')}.`,
    memory: `The file is nested too deep, or needs more than ${limits.memory} MB of memory.`,
  };
  const split = 'split it into several files, or move what is large to a file that it imports';
  const hint = reading.config === undefined ? split : `${split}; or correct a plug-in that does not end`;
  const mistake = { message: messages[kind] ?? `Compiling the file ended its thread: ${message}`, line: 1, hint };
  return { diagnostics: [describeMistake(content, mistake)] };
}

/** Starts a worker in advance for the next version of a project, with the environment of this one. */
export function keepSpare(options: ResolvedOptions, { pages }: Project, { config, server }: Compiled): void {
  const { root, clockOffset, sharedData } = options;
  const hasContent = server.withCollections.length > 0 || pages.some(({ source }) => isContent(source));
  const warmUp = { content: hasContent, html: config.markdown.html };
  const { memory } = config.limits;
  const settings = { root, clockOffset, sharedData, memory, isLocating: false, env: { ...process.env } };
  keepSpareWorker(PAGE_WORKER, settings, warmUp);
}
