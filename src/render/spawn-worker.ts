/** Starts worker threads, and keeps one ready. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { SharedData } from '../shared/shared-data.ts';
import { countBeats, createHeartbeat, loadingModule, type Heartbeat } from './worker/heartbeat.ts';
import type { WarmUp, WorkerData } from './worker/task-loop.ts';

export interface WorkerSettings {
  /** The project folder, absolute. */
  readonly root: string;
  /** The offset of its clock, in ms. */
  readonly clockOffset: number;
  /** Its memory limit, in MB. */
  readonly memory: number;
  /** The data that `shared` has loaded. */
  readonly sharedData: SharedData;
  /** True if it only finds the places of problems: see `react/locate.ts`. */
  readonly isLocating: boolean;
  /** Its environment variables. */
  readonly env: NodeJS.ProcessEnv;
}

export interface RenderWorker extends WorkerSettings {
  readonly worker: Worker;
  /** For tasks and replies. Site modules that can be workers themselves use the worker's own port. */
  readonly port: MessagePort;
  readonly heartbeat: Heartbeat;
}

/** Size of the young generation, in MB. With 8, a worker takes 20 MB less, and builds take 8 % more processor time. */
const YOUNG_GENERATION = 32;

/** Grace period for a worker that is still loading, and how often to look, in ms. */
const MAX_LOADING = { task: 1000, unused: 10_000 };
const CHECK_LOADING = 20;

/** How long a terminated worker may take to end, in ms. On a busy machine, collecting a full heap takes more than two seconds. */
const MAX_ENDING = 5000;

/** Terminated workers that have not ended yet, and how long to wait for them. Owned by the process. */
const ending = new Map<Worker, Promise<void>>();

/** A worker without a task. Owned by the process: `serve` starts it, the next version takes it. */
let spare: (RenderWorker & { readonly file: URL }) | undefined;

/** Starts a worker in advance, unless there is one, because starting one takes longer than rendering a few pages. */
export function keepSpareWorker(file: URL, settings: WorkerSettings, warmUp: WarmUp): void {
  if (spare?.file.href === file.href && isLike(spare, settings)) return;
  if (spare !== undefined) void endWorker(spare, false);
  const started = { ...spawnWorker(file, settings, warmUp), file };
  spare = started;
  started.worker.unref();
  // One that fails to start is replaced later. If it were taken before it ends, its error would be lost.
  for (const event of ['error', 'exit'])
    started.worker.on(event, () => {
      if (spare === started) spare = undefined;
    });
}

/**
 * @param isSpareWanted false always starts a new worker
 * @returns a spare worker with these settings and the current environment if there is one, else a new worker
 */
export function takeWorker(file: URL, settings: Omit<WorkerSettings, 'env'>, isSpareWanted: boolean): RenderWorker {
  const wanted = { ...settings, env: { ...process.env } };
  const taken = isSpareWanted && spare?.file.href === file.href && isLike(spare, wanted) ? spare : undefined;
  if (taken === undefined) return spawnWorker(file, wanted);
  spare = undefined;
  taken.worker.ref();
  return taken;
}

/**
 * Terminates a worker, but not while it loads its own code or a site module: when Node 20 terminates a thread, the files that
 * it is reading stay open, up to twenty for each worker.
 *
 * @param hasRun true if it has had a task. Otherwise neither the caller nor the process waits for its end
 */
export async function endWorker({ worker, heartbeat }: RenderWorker, hasRun: boolean): Promise<void> {
  let hasEnded = false;
  worker.once('exit', () => (hasEnded = true));
  if (!hasRun) worker.unref();
  const isLoading = () => !hasEnded && (countBeats(heartbeat) === 0 || loadingModule(heartbeat) !== undefined);
  const deadline = performance.now() + (hasRun ? MAX_LOADING.task : MAX_LOADING.unused);
  while (isLoading() && performance.now() < deadline) await sleep(CHECK_LOADING, undefined, { ref: hasRun });
  await terminate(worker);
}

/** Terminates a worker, and waits for its end, but not longer than five seconds: nothing can interrupt one that reads a pipe. */
export function terminate(worker: Worker): Promise<void> {
  const waiting =
    ending.get(worker) ??
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, MAX_ENDING);
      void worker.terminate().then(() => {
        ending.delete(worker);
        clearTimeout(timer);
        resolve();
      });
    });
  ending.set(worker, waiting);
  return waiting;
}

/** Waits for terminated workers. @returns false if one of them does not end, so that the process cannot exit */
export async function haveWorkersEnded(): Promise<boolean> {
  await Promise.all(ending.values());
  return ending.size === 0;
}

/** The config may change the environment after a worker has started. */
export function hasCurrentEnvironment({ env }: RenderWorker): boolean {
  return isDeepStrictEqual(env, { ...process.env });
}

function isLike(worker: RenderWorker, wanted: WorkerSettings): boolean {
  const isSame = (name: 'root' | 'clockOffset' | 'memory' | 'sharedData' | 'isLocating') =>
    worker[name] === wanted[name];
  return (
    (['root', 'clockOffset', 'memory', 'sharedData', 'isLocating'] as const).every(isSame) &&
    isDeepStrictEqual(worker.env, wanted.env)
  );
}

function spawnWorker(file: URL, settings: WorkerSettings, warmUp?: WarmUp): RenderWorker {
  const { root, clockOffset, memory, sharedData, isLocating, env } = settings;
  const heartbeat = createHeartbeat();
  const { port1: port, port2: workerPort } = new MessageChannel();
  const { port: sharedPort, disconnect } = sharedData.connect();
  const worker = new Worker(file, {
    // React's development build knows where components are used.
    env: { ...env, NODE_ENV: isLocating ? 'development' : 'production' },
    stdout: true,
    stderr: true,
    workerData: {
      heartbeat,
      root,
      clockOffset,
      warmUp,
      isLocating,
      port: workerPort,
      sharedData: sharedPort,
    } satisfies WorkerData,
    transferList: [workerPort, sharedPort],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION, maxOldGenerationSizeMb: memory },
  });
  worker.once('exit', disconnect);
  return { worker, port, heartbeat, ...settings };
}
