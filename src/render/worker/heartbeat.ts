/**
 * A worker's progress, in memory shared with the main thread: a worker that is stuck in a loop cannot send messages.
 */
import { getHeapStatistics } from 'node:v8';
import { workerData } from 'node:worker_threads';

const JOB = 0;
const BEATS = 1;
const MEMORY = 2;
/** The length of a name in bytes, and the name. */
const MODULE = 3;
/** The jobs under way, by lane. */
const LANES = 4;
const MAX_NAME = 1024;

/** Pages rendered at the same time, so that one that waits for its data does not delay the others. */
export const CONCURRENCY = 8;
const LENGTH = LANES + CONCURRENCY;

/** In ms. */
const INTERVAL = 100;

export type Heartbeat = Int32Array<SharedArrayBuffer>;

export function createHeartbeat(): Heartbeat {
  return new Int32Array(new SharedArrayBuffer(LENGTH * Int32Array.BYTES_PER_ELEMENT + MAX_NAME));
}

/** Increases while the worker returns to its event loop from time to time, or finishes one job after the other. */
export function countBeats(heartbeat: Heartbeat): number {
  return Atomics.load(heartbeat, BEATS);
}

/** @returns the index of the job whose synchronous code is running, if any */
export function currentJob(heartbeat: Heartbeat): number | undefined {
  const job = Atomics.load(heartbeat, JOB);
  return job === 0 ? undefined : job - 1;
}

/** @returns the indexes of the jobs that have begun and are not done */
export function jobsUnderWay(heartbeat: Heartbeat): number[] {
  const jobs = heartbeat.subarray(LANES, LANES + CONCURRENCY);
  return [...jobs].filter((job) => job !== 0).map((job) => job - 1);
}

/** @returns the source file of the module being loaded, if any */
export function loadingModule(heartbeat: Heartbeat): string | undefined {
  const length = Atomics.load(heartbeat, MODULE);
  return length === 0 ? undefined : moduleName(heartbeat).toString('utf8', 0, length);
}

/** @returns the memory that the worker held when last measured, in MB */
export function usedMemory(heartbeat: Heartbeat): number {
  return Atomics.load(heartbeat, MEMORY);
}

/** Starts beating, in the worker that calls it. */
export function startHeartbeat(): void {
  setInterval(beat, INTERVAL).unref();
  beat();
}

/** Runs synchronous code of a job. If it never returns, the main thread knows which job it was. */
export function runJob<Result>(job: number, run: () => Result): Result {
  const heartbeat = ownHeartbeat();
  Atomics.store(heartbeat, JOB, job + 1);
  beat();
  try {
    return run();
  } finally {
    Atomics.store(heartbeat, JOB, 0);
  }
}

/** Runs a job to its end. If it ends the worker after an `await`, the main thread knows which jobs were under way. */
export async function runInLane<Result>(lane: number, job: number, run: () => Promise<Result>): Promise<Result> {
  const heartbeat = ownHeartbeat();
  Atomics.store(heartbeat, LANES + lane, job + 1);
  try {
    return await run();
  } finally {
    Atomics.store(heartbeat, LANES + lane, 0);
  }
}

/** Loads a module. If its code never returns, the main thread knows which one was loading. */
export async function runModule<Module>(source: string, load: () => Promise<Module>): Promise<Module> {
  const heartbeat = ownHeartbeat();
  Atomics.store(heartbeat, MODULE, moduleName(heartbeat).write(source));
  beat();
  try {
    return await load();
  } finally {
    if (loadingModule(heartbeat) === source) Atomics.store(heartbeat, MODULE, 0);
  }
}

/** @returns heap and buffers of this worker, in bytes. V8's heap limit does not include buffers */
export function heldBytes(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

function beat(): void {
  const heartbeat = ownHeartbeat();
  Atomics.store(heartbeat, MEMORY, Math.round(heldBytes() / 2 ** 20));
  Atomics.add(heartbeat, BEATS, 1);
}

function ownHeartbeat(): Heartbeat {
  return (workerData as { readonly heartbeat: Heartbeat }).heartbeat;
}

function moduleName(heartbeat: Heartbeat): Buffer {
  return Buffer.from(heartbeat.buffer, LENGTH * Int32Array.BYTES_PER_ELEMENT, MAX_NAME);
}
