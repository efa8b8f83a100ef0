/** Runs the command line of this process. */
import { writeSync } from 'node:fs';

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

  // Where files are limited, loading sitegen itself can fail.
  let formatCrash = (error) =>
    error?.code === 'EMFILE'
      ? 'error Too many open files.\nTry: raise the limit of open files (`ulimit -n`).\n'
      : `error ${error?.stack ?? error}\n`;
  let hasFinished = false;
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return; // the config handles it
    hasFinished = true;
    writeSync(2, formatCrash(error));
    process.exit(2);
  });
  const { main, replaceNodeWarnings, ...cli } = await import('../dist/cli.js');
  formatCrash = cli.formatCrash;
  replaceNodeWarnings((line) => process.stderr.write(line));

  // The same sources give the same bytes, wherever they are built: docs/decisions/0019-reproducible-builds.md
  process.env.TZ = 'UTC';
  process.umask(0o022);

  let maySiteCodeRun = true; // signals are handled while none runs
  process.on('exit', () => {
    if (hasFinished) return;
    process.exitCode = 2;
    const text = maySiteCodeRun
      ? 'error The config, or a plugin of Tailwind, ended the process.\nTry: look for process.exit in it\n'
      : 'error The process ended before the command had finished.\nTry: look for process.exit in timers and servers that the config starts\n';
    writeSync(2, text);
  });
  let isHungUp = false;
  const hangUp = () => (isHungUp = true);
  const code = await main(process.argv.slice(2), {
    cwd: process.cwd(),
    script: process.argv[1],
    stdout,
    stderr: process.stderr,
    onStop: (end) => {
      maySiteCodeRun = false;
      process.once('SIGHUP', hangUp);
      for (const signal of SIGNALS) process.once(signal, end);
      return () => {
        maySiteCodeRun = true;
        process.off('SIGHUP', hangUp);
        for (const signal of SIGNALS) process.off(signal, end);
      };
    },
  });
  hasFinished = true;
  process.exitCode ||= code;
  for (const write of writes) await new Promise((done) => write('', done));
  // Node 20 aborts if it exits by itself after its terminal has closed. Ended by the signal, it does not.
  if (isHungUp) {
    process.kill(process.pid, 'SIGHUP');
    return;
  }
  await cli.killIfStuck();
  process.exit(); // timers and servers of the config may be left
}
