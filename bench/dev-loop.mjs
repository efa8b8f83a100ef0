/**
 * The time from saving a page until a browser shows the change, and until a click is answered, on the reference site of
 * bench/generators.mjs:
 *
 *   node bench/dev-loop.mjs --pages 0,1000 --only sitegen,astro
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { createProject } from './generators/project.mjs';
import { loadReference } from './generators/reference-site.mjs';
import { median } from './generators/table.mjs';

const SAVES = 8;
const CLICKS = 8;
/** A sentence of the edited page, without its first word. */
const SENTENCE = /project takes the same .+ steps/;

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '0' },
    only: { type: 'string', default: 'sitegen,astro,eleventy,hugo' },
  },
});

/** @returns the times from the start to the first page, from each save to the change in the browser, and of clicks, in ms */
async function measure({ cwd, env, tool }, browser) {
  const port = await freePort();
  const start = performance.now();
  const child = spawn('sh', ['-c', `exec ${tool.serve(port)}`], { cwd, env, stdio: 'ignore', detached: true });
  try {
    const page = await browser.newPage();
    const address = `http://localhost:${port}/our-approach/`;
    while ((await statusOf(address)) !== 200) {
      if (child.exitCode !== null) throw new Error(`The server exited with ${child.exitCode}.`);
      await pause(10);
    }
    const started = performance.now() - start;
    await page.goto(address);
    const file = path.join(cwd, tool.page);
    const source = readFileSync(file, 'utf8');
    const saves = [];
    for (let save = 1; save <= SAVES; save += 1) {
      // Let pending work finish: the browser connects to the server, and the server checks files again.
      await pause(1500);
      const sentence = `project takes the same ${save + 100} steps`;
      const saved = performance.now();
      writeFileSync(file, source.replace(SENTENCE, sentence));
      await page.waitForFunction((text) => document.body?.textContent.includes(text), sentence, { polling: 4 });
      saves.push(performance.now() - saved);
    }
    await pause(1500);
    const click = (target) =>
      page.evaluate(async (to) => {
        const clicked = performance.now();
        await (await fetch(to)).text();
        return performance.now() - clicked;
      }, target);
    const first = await click(`http://localhost:${port}/contact/`);
    const clicks = [];
    for (let count = 0; count < CLICKS; count += 1) clicks.push(await click(address));
    await page.close();
    return { started, saves, first, clicks };
  } finally {
    process.kill(-Number(child.pid));
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

/** `undefined` while the server does not listen. */
async function statusOf(address) {
  try {
    return (await fetch(address)).status;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

async function freePort() {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

const work = mkdtempSync(path.join(os.tmpdir(), 'sitegen-dev-loop-'));
process.on('exit', () => rmSync(work, { recursive: true }));
const reference = await loadReference(work);
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, chromiumSandbox: false });

console.log(
  '| pages | generator | start, ms | save to browser, ms | each save | click on a new page, ms | on one seen before |',
);
console.log('|--:|---|--:|--:|---|--:|--:|');
for (const pages of options.pages.split(',').map(Number)) {
  process.env.BENCH_PAGES = String(pages);
  for (const name of options.only.split(',')) {
    const project = await createProject(name, pages, work, reference);
    const { CI: _ci, NODE_ENV: _mode, ...env } = project.env;
    try {
      const { started, saves, first, clicks } = await measure({ ...project, env }, browser);
      const cells = [
        pages,
        name,
        Math.round(started),
        `**${Math.round(median(saves))}**`,
        saves.map(Math.round).join(' '),
        first.toFixed(1),
        `**${median(clicks).toFixed(1)}**`,
      ];
      console.log(`| ${cells.join(' | ')} |`);
    } catch (error) {
      console.log(`| ${pages} | ${name} | – | – | – | – | ${error.message.split('\n')[0]} |`);
    }
  }
}
await browser.close();
