/**
 * How far a thread has come, in memory that it shares with who has started it: a thread that does not come to rest cannot
 * send messages.
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

/** It grows as long as the thread comes to rest from time to time, or gets one job after the other done. */
export function countBeats(pulse: Heartbeat): number {
  return Atomics.load(pulse, BEATS);
}

/** The job that the thread works at without a rest, counted from 0. */
export function currentJob(pulse: Heartbeat): number | undefined {
  const job = Atomics.load(pulse, JOB);
  return job === 0 ? undefined : job - 1;
}

/** Begins to beat, in the thread that calls it. */
export function startHeartbeat(): void {
  setInterval(beat, INTERVAL).unref();
}

/** Says which job a thread works at while it runs some code that does not wait. */
export function runJob<Result>(job: number, run: () => Result): Result {
  const pulse = ownHeartbeat();
  Atomics.store(pulse, JOB, job + 1);
  beat();
  try {
    return run();
  } finally {
    Atomics.store(pulse, JOB, 0);
  }
}

function beat(): void {
  Atomics.add(ownHeartbeat(), BEATS, 1);
}

function ownHeartbeat(): Heartbeat {
  return (workerData as { readonly pulse: Heartbeat }).pulse;
}
