/**
 * The floor with the work that sitegen's checks need, on two threads: every page is read by sitegen's HTML reader and hashed, and
 * its facts are sent as JSON. No generator is around it.
 *
 *   node limit.mjs <inspect-html.ts of sitegen>
 */
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { OUT, compileForNode, compileIsland, compileStyles } from './compile.mjs';

const THREADS = 2;
const BATCH = 200;

async function runThreads() {
  const [server, inspect] = await Promise.all([
    compileForNode('entry.jsx', 'server'),
    compileForNode(process.argv[2], 'inspect'),
  ]);
  await Promise.all(Array.from({ length: THREADS }, (_, thread) => runThread({ thread, server, inspect })));
}

function runThread(data) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: data });
    worker.on('message', JSON.parse).on('error', reject).on('exit', resolve);
  });
}

async function makePages({ thread, server, inspect }) {
  const { addresses, render } = await import(server);
  const { inspectPage } = await import(inspect);
  const facts = [];
  for (const [index, address] of [...addresses()].entries()) {
    if (index % THREADS !== thread) continue;
    const file = path.join(OUT, address.endsWith('/') ? `${address}index.html` : address);
    const html = render(address);
    const contents = Buffer.from(html);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, contents);
    facts.push({ hash: hash('sha1', contents), ...inspectPage(html).facts });
    if (facts.length === BATCH) parentPort.postMessage(JSON.stringify(facts.splice(0)));
  }
  parentPort.postMessage(JSON.stringify(facts));
}

process.env.NODE_ENV = 'production';
if (isMainThread) {
  mkdirSync(OUT, { recursive: true });
  await Promise.all([compileStyles(), runThreads(), compileIsland()]);
} else await makePages(workerData);
