/**
 * A worker's progress, in memory shared with the main thread: a worker that is stuck in a loop cannot send messages.
 */
import { setInterval } from 'node:timers';
import { workerData } from 'node:worker_threads';

const JOB = 0;
const BEATS = 1;
const LENGTH = 2;

/** In ms. */
const INTERVAL = 100;

export type Heartbeat = Int32Array<SharedArrayBuffer>;

export function createHeartbeat(): Heartbeat {
  return new Int32Array(new SharedArrayBuffer(LENGTH * Int32Array.BYTES_PER_ELEMENT));
}

/** Grows while the worker returns to its event loop from time to time, or finishes one job after the other. */
export function countBeats(heartbeat: Heartbeat): number {
  return Atomics.load(heartbeat, BEATS);
}

/** @returns the index of the job whose synchronous code is running, if there is one */
export function currentJob(heartbeat: Heartbeat): number | undefined {
  const job = Atomics.load(heartbeat, JOB);
  return job === 0 ? undefined : job - 1;
}

/** Starts beating, in the worker that calls it. */
export function startHeartbeat(): void {
  setInterval(beat, INTERVAL).unref();
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

function beat(): void {
  Atomics.add(ownHeartbeat(), BEATS, 1);
}

function ownHeartbeat(): Heartbeat {
  return (workerData as { readonly heartbeat: Heartbeat }).heartbeat;
}
