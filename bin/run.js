/** Runs the command line of this process. */
import { writeSync } from 'node:fs';
import { main, replaceNodeWarnings } from '../dist/cli.js';

// A reader may stop reading, as `head` does, or close the terminal. That is not a failure.
const CLOSED = ['EPIPE', 'EIO'];

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'];

/** @param {NodeJS.WriteStream} stdout where results go */
export async function run(stdout) {
  const streams = [stdout, process.stderr];
  const writes = streams.map((stream) => stream.write.bind(stream)); // the config may replace them
  for (const stream of streams) {
    stream.on('error', (error) => {
      if (CLOSED.includes(error.code)) return;
      process.exitCode = 2;
      if (stream === stdout) process.stderr.write(`error Cannot write output: ${error.message}\n`);
    });
  }

  replaceNodeWarnings((line) => process.stderr.write(line));

  // The same sources give the same bytes, wherever they are built: docs/decisions/0019-reproducible-builds.md
  process.env.TZ = 'UTC';
  process.umask(0o022);

  let hasFinished = false;
  process.on('exit', () => {
    if (hasFinished) return;
    process.exitCode = 2;
    writeSync(2, 'error The config, or a plugin of Tailwind, ended the process.\nTry: look for process.exit in it\n');
  });
  let isHungUp = false;
  const hangUp = () => (isHungUp = true);
  const code = await main(process.argv.slice(2), {
    cwd: process.cwd(),
    stdout,
    stderr: process.stderr,
    onStop: (end) => {
      process.once('SIGHUP', hangUp);
      for (const signal of SIGNALS) process.once(signal, end);
      return () => {
        process.off('SIGHUP', hangUp);
        for (const signal of SIGNALS) process.off(signal, end);
      };
    },
  });
  hasFinished = true;
  process.exitCode ||= code;
  for (const write of writes) await new Promise((done) => write('', done));
  // Node 20 aborts if it exits by itself after its terminal has closed. Ended by the signal, it does not.
  if (isHungUp) process.kill(process.pid, 'SIGHUP');
  else process.exit(); // timers and servers of the config may be left
}
