import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { WorkerFailure } from '../../src/render/worker-failure.ts';
import { startWorkerPool, type WorkerPool } from '../../src/render/worker-pool.ts';
import type { Setup } from '../../src/shared/page-tasks.ts';
import { createSharedData } from '../../src/shared/shared-data.ts';
import { makeProject } from '../helpers/project.ts';

const SETUP = { root: '/site', seconds: 5 } as Setup;
const TASK = { kind: 'check-islands', files: [] } as const;

let pool: WorkerPool | undefined;
afterEach(async () => pool?.stop());

/** A pool of one worker. @param answer code that receives a `message`, and may `post` */
async function poolOf(answer: string): Promise<WorkerPool> {
  const { root } = await makeProject();
  const file = path.join(root, 'worker.mjs');
  await writeFile(
    file,
    `import { workerData } from 'node:worker_threads';
     const post = (reply) => workerData.port.postMessage(reply);
     Atomics.add(workerData.heartbeat, 1, 1); // it has loaded
     workerData.port.on('message', (message) => { ${answer} });`,
  );
  const settings = { root, clockOffset: 0, sharedData: createSharedData(), watching: false, takesSpares: false };
  pool = startWorkerPool({ ...settings, file: pathToFileURL(file), size: 1, onOutput: () => {} });
  return pool;
}

test('each worker receives its setup once, and again when it changes', async () => {
  const { ask } = await poolOf(`post({ kind: 'done', reply: message.setup?.seconds ?? 'none', heapUsed: 0 })`);

  expect([await ask(SETUP, TASK), await ask(SETUP, TASK), await ask({ ...SETUP, seconds: 7 }, TASK)]).toEqual([
    5,
    'none',
    7,
  ]);
});

test('a worker ended by site code is a failure, and the next task runs on a new one', async () => {
  const { ask } = await poolOf('process.exit(3)');

  for (const failure of [await ask(SETUP, TASK), await ask(SETUP, TASK)]) {
    expect(failure).toBeInstanceOf(WorkerFailure);
    expect(failure).toMatchObject({ kind: 'ended', message: 'The worker exited with code 3.' });
  }
});

test('an error of sitegen is thrown with its code, and not described as a site error', async () => {
  const { ask } = await poolOf(
    `post({ kind: 'bug', error: new Error('no space'), details: { code: 'ENOSPC', path: '/out' } })`,
  );

  await expect(ask(SETUP, TASK)).rejects.toMatchObject({ message: 'no space', code: 'ENOSPC', path: '/out' });
});

test('a task that cannot be cloned is an error of sitegen', async () => {
  const { ask } = await poolOf('');

  await expect(ask(SETUP, { ...TASK, extra: () => {} } as typeof TASK)).rejects.toThrow('could not be cloned');
});

test('a stopped pool rejects running and later tasks', async () => {
  const { ask, stop } = await poolOf('');
  const asking = ask(SETUP, TASK);

  await Promise.all([expect(asking).rejects.toThrow('The build was stopped.'), stop()]);

  await expect(ask(SETUP, TASK)).rejects.toThrow('The build was stopped.');
});
