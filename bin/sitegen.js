#!/usr/bin/env node
import { existsSync } from 'node:fs';
import path from 'node:path';

// Before anything else is loaded: on older versions it fails with errors that do not say why.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`error sitegen needs Node 20.19 or newer, and this is Node ${process.versions.node}.\n`);
  process.exit(2);
}

if (!existsSync(path.join(import.meta.dirname, '../dist/cli.js'))) {
  process.stderr.write('error This checkout of sitegen is not compiled.\nTry: npm ci\n');
  process.exit(2);
}

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'];

if (process.argv.includes('--json')) {
  await runJson();
} else {
  const { run } = await import('./run.js');
  await run(process.stdout);
}

/**
 * Runs the command in a process whose file descriptor 1 is stderr, so that nothing but the result reaches stdout: child
 * processes, native modules and `fs.writeSync(1, …)` write there, past every stream. Node cannot redirect it afterwards.
 */
async function runJson() {
  const { spawn } = await import('node:child_process'); // other commands need not wait for it
  const args = [...process.execArgv, path.join(import.meta.dirname, 'json.js'), ...process.argv.slice(2)];
  // In a group of its own, so that Ctrl-C arrives once: from here.
  const detached = process.platform !== 'win32';
  // The last pipe carries nothing: it closes when this process ends, and the child then ends, too.
  const child = spawn(process.execPath, args, { stdio: ['inherit', 2, 2, 1, 'pipe'], detached });
  for (const signal of SIGNALS) process.on(signal, () => detached && child.kill(signal));
  child.on('close', (code, signal) => {
    process.exitCode = code ?? 2;
    if (signal === null) return;
    for (const name of SIGNALS) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}
