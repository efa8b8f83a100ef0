/** Starts worker threads, and keeps a few ready for the next build of this process. */
import { isDeepStrictEqual } from 'node:util';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { createHeartbeat, type Heartbeat } from '../worker/heartbeat.ts';
import type { WorkerData } from '../worker/task-loop.ts';

/** What a worker is started for. */
export interface WorkerSettings {
  /** Of the project, absolute. */
  readonly root: string;
  /** Its memory limit, in MB. */
  readonly memory: number;
  /** Its environment variables. */
  readonly env: NodeJS.ProcessEnv;
}

export interface RenderWorker extends WorkerSettings {
  readonly worker: Worker;
  /** For tasks and replies. Modules of a site that can be workers themselves use the worker's own port. */
  readonly port: MessagePort;
  readonly heartbeat: Heartbeat;
}

/** Size of the young generation, in MB. More does not render faster, and Node would take up to three times as much. */
const YOUNG_GENERATION = 16;

/** Idle workers by the file they run. Owned by the process: `serve` starts them after a build, the next build takes them. */
const spareWorkers = new Map<string, RenderWorker[]>();

/** Starting a worker takes longer than rendering a few pages, so the next build of this process finds some ready. */
export function keepSpareWorkers(file: URL, count: number, settings: WorkerSettings): void {
  const before = spareWorkers.get(file.href) ?? [];
  const spares = before.filter((spare) => isLike(spare, settings));
  for (const spare of before) if (!spares.includes(spare)) void spare.worker.terminate();
  spareWorkers.set(file.href, spares);
  while (spares.length < count) {
    const spare = spawnWorker(file, settings, true);
    spare.worker.unref();
    spare.worker.on('error', () => {}); // one that does not start is replaced by the next build
    spare.worker.once('exit', () => spares.includes(spare) && spares.splice(spares.indexOf(spare), 1));
    spares.push(spare);
  }
}

/** @returns a spare worker with these settings and the current environment if there is one, else a new worker */
export function takeWorker(file: URL, settings: Omit<WorkerSettings, 'env'>): RenderWorker {
  const wanted = { ...settings, env: { ...process.env } };
  const spares = spareWorkers.get(file.href) ?? [];
  const spare = spares[0] && isLike(spares[0], wanted) ? spares.shift() : undefined;
  spare?.worker.ref();
  return spare ?? spawnWorker(file, wanted, false);
}

/** The config may change the environment after a worker has started. */
export function hasCurrentEnvironment({ env }: RenderWorker): boolean {
  return isDeepStrictEqual(env, { ...process.env });
}

function isLike({ root, memory, env }: RenderWorker, wanted: WorkerSettings): boolean {
  return isDeepStrictEqual({ root, memory, env }, wanted);
}

function spawnWorker(file: URL, settings: WorkerSettings, isSpare: boolean): RenderWorker {
  const { root, memory, env } = settings;
  const heartbeat = createHeartbeat();
  const { port1: port, port2: workerPort } = new MessageChannel();
  const worker = new Worker(file, {
    env: { ...env, NODE_ENV: 'production' },
    stdout: true,
    stderr: true,
    workerData: { heartbeat, root, isSpare, port: workerPort } satisfies WorkerData,
    transferList: [workerPort],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION, maxOldGenerationSizeMb: memory },
  });
  return { worker, port, heartbeat, ...settings };
}
