#!/usr/bin/env node
import { main } from '../dist/cli.js';

// Whoever reads our output may stop reading, as `head` does. That is no reason to fail.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// The same sources give the same site, wherever it is built: docs/decisions/0019-the-same-bytes-everywhere.md
process.env.TZ = 'UTC';
process.umask(0o022);

process.exitCode = await main(process.argv.slice(2), {
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  onStop: (end) => ['SIGINT', 'SIGTERM'].forEach((signal) => process.once(signal, end)),
});
