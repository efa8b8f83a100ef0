/** The process that runs a command with `--json`: see sitegen.js. */
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './run.js';

/** The standard output of the command. */
const RESULT = 3;

/** Open as long as the process that started this one. */
const PARENT = 4;

/** In ms, until a reader that is slower has read a part. */
const DELAY = 5;

// Without the first process, nobody reads the result, and a signal would not arrive here.
new Socket({ fd: PARENT, readable: true })
  .unref()
  .resume()
  .on('close', () => process.kill(process.pid, 'SIGKILL'));

await run(new Writable({ write: (bytes, _encoding, done) => void writeAll(bytes).then(() => done(), done) }));

async function writeAll(bytes) {
  for (let rest = bytes; rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(RESULT, rest));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      await sleep(DELAY);
    }
  }
}
