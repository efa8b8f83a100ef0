/**
 * A worker's progress, in memory shared with the main thread: a worker that is stuck in a loop cannot send messages.
 */
import { setInterval } from 'node:timers';
import { getHeapStatistics } from 'node:v8';
import { workerData } from 'node:worker_threads';

const JOB = 0;
const BEATS = 1;
const MEMORY = 2;
/** The length of a name in bytes, and the name. */
const MODULE = 3;
const STEPS = 4;
const LENGTH = 5;
const MAX_NAME = 1024;

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

/** Increases when something with a time limit is finished: a page, data, a module. */
export function countSteps(heartbeat: Heartbeat): number {
  return Atomics.load(heartbeat, STEPS);
}

/** @returns the index of the job whose synchronous code is running, if any */
export function currentJob(heartbeat: Heartbeat): number | undefined {
  const job = Atomics.load(heartbeat, JOB);
  return job === 0 ? undefined : job - 1;
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

/** Counts a step. A page takes a limited number of them, so that one that never ends is noticed even if its thread responds. */
export function countStep(): void {
  Atomics.add(ownHeartbeat(), STEPS, 1);
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
