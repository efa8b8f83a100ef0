#!/usr/bin/env node
import { main } from '../dist/cli.js';

// Whoever reads our output may stop reading, as `head` does, or close the terminal. That is no reason to fail.
const GONE = ['EPIPE', 'EIO'];

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (GONE.includes(error.code)) return;
    process.exitCode = 2;
    if (stream === process.stdout) process.stderr.write(`error The output cannot be written: ${error.message}\n`);
  });
}

// The same sources give the same site, wherever it is built: docs/decisions/0019-reproducible-builds.md
process.env.TZ = 'UTC';
process.umask(0o022);

let isHungUp = false;
const code = await main(process.argv.slice(2), {
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  onStop: (end) => {
    process.once('SIGHUP', () => (isHungUp = true));
    ['SIGHUP', 'SIGINT', 'SIGTERM'].forEach((signal) => process.once(signal, end));
  },
});
process.exitCode ||= code;
// Node 20 aborts when it comes to its end after its terminal, unless that is what ends it.
if (isHungUp) process.kill(process.pid, 'SIGHUP');
