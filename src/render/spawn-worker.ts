/** Node's threads, as they are started here. */
import { Worker } from 'node:worker_threads';
import { createHeartbeat, type Heartbeat } from '../worker/heartbeat.ts';

export interface RenderWorker {
  readonly worker: Worker;
  readonly heartbeat: Heartbeat;
  /** How much it may hold, in MB. */
  readonly memory: number;
}

/** In MB, for what has just been made. With more, pages are made no faster; Node would take up to three times as much. */
const YOUNG_MB = 16;

/** Threads that have been started before anybody needs them, by their code. */
const spares = new Map<string, RenderWorker[]>();

/** To start a thread takes longer than to make a few pages: so many are made ready for the next build of this process. */
export function keepSpareWorkers(file: URL, count: number, memory: number): void {
  const ready = (spares.get(file.href) ?? []).filter((spare) => spare.memory === memory);
  spares.set(file.href, ready);
  while (ready.length < count) {
    const spare = startWorker(file, memory);
    spare.worker.unref();
    spare.worker.once('exit', () => ready.includes(spare) && ready.splice(ready.indexOf(spare), 1));
    ready.push(spare);
  }
}

/** @param memory in MB */
export function takeWorker(file: URL, memory: number): RenderWorker {
  const ready = spares.get(file.href) ?? [];
  const spare = ready[0]?.memory === memory ? ready.shift() : undefined;
  spare?.worker.ref();
  return spare ?? startWorker(file, memory);
}

function startWorker(file: URL, memory: number): RenderWorker {
  const pulse = createHeartbeat();
  const worker = new Worker(file, {
    env: { ...process.env, NODE_ENV: 'production' },
    stdout: true,
    stderr: true,
    workerData: { pulse },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: memory },
  });
  return { worker, heartbeat: pulse, memory };
}
