/** The entry of a thread that hashes files: see `hash-files.ts`. */
import { parentPort } from 'node:worker_threads';
import { hashAll, type HashTask } from './hash-files.ts';

parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(hashAll(task)));
